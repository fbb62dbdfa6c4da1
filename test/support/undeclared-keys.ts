import type { z } from 'zod'

type Def = z.core.$ZodTypes['_zod']['def']

const join = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inner = (shape: z.core.$ZodType) => (shape as z.core.$ZodTypes)._zod.def

/** How each kind of shape leads on to the shapes inside it. */
const walk = (def: Def, value: unknown, path: string): string[] => {
  switch (def.type) {
    case 'object': {
      if (!isObject(value)) return []
      return Object.entries(value).flatMap(([key, item]) => {
        const known = def.shape[key]
        if (known) return walk(inner(known), item, join(path, key))
        return def.catchall ? [] : [join(path, key)]
      })
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => walk(inner(def.element), item, join(path, index)))
        : []
    case 'record':
      return isObject(value)
        ? Object.entries(value).flatMap(([key, item]) =>
            walk(inner(def.valueType), item, join(path, key)),
          )
        : []
    case 'union': {
      const fitting = def.options.filter((option) => (option as z.ZodType).safeParse(value).success)
      const found = fitting.map((option) => walk(inner(option), value, path))
      return found.find((keys) => keys.length === 0) ?? found[0] ?? []
    }
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'default':
      return walk(inner(def.innerType), value, path)
    default:
      return []
  }
}

/** Where an answer says more than its shape declares; loose objects may hold anything. */
export const undeclaredKeys = (shape: z.ZodType, value: unknown): readonly string[] =>
  walk(inner(shape), value, '')
