import { z } from 'zod'
import { asOfInQuery } from '../../../shared/contract/as-of.ts'
import { flagInQuery, idInPath, maxId, paging } from '../../../shared/contract/common.ts'
import type { Schema } from './document.ts'

export type Schemas = {
  /** The schema of one of the parts; a reference where the contract has a name for it. */
  readonly of: (part: z.ZodType) => Schema
  /** What the parts refer to, by name. */
  readonly components: Readonly<Record<string, Schema>>
}

/** Addresses hold text; this is what the text stands for, and what clients should know. */
const standsFor = new Map<z.core.$ZodType, Schema>([
  [idInPath, { type: 'integer', minimum: 1, maximum: maxId }],
  [flagInQuery, { type: 'boolean' }],
  [
    asOfInQuery,
    {
      type: 'string',
      description:
        'A revision (right after it; 0 is right before the first), a time with its zone, or a date.',
      examples: ['7', '2026-03-01T09:30:00+01:00', '2026-03-01'],
    },
  ],
  [paging.limit.unwrap(), { type: 'integer', minimum: 0 }],
  [paging.offset.unwrap(), { type: 'integer', minimum: 0 }],
])

/** Replaces spellings by meanings, and drops keywords that say nothing. */
const simplify = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void => {
  const meaning = standsFor.get(zodSchema)
  if (meaning) {
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
    Object.assign(jsonSchema, meaning)
  }
  // Of a TypeScript array, not of a member that only answers have.
  delete jsonSchema.readOnly
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}')
    delete jsonSchema.propertyNames
}

/** Requests as they are sent, responses as handlers make them: both are the input side. */
const conversion = {
  target: 'draft-2020-12',
  io: 'input',
  unrepresentable: 'any',
  override: simplify,
} as const

const componentPrefix = '#/components/schemas/'
const recursivePrefix = `${componentPrefix}__shared#/$defs/`
const partsName = 'parts'

/** How zod writes `z.json()`, which is recursive; the schema of any JSON value is simply `{}`. */
const anyJson = (() => {
  const { $schema, ...schema } = z.toJSONSchema(z.json(), conversion)
  return JSON.stringify(schema)
})()

const isAnyJson = (definition: unknown, ownReference: string): boolean =>
  JSON.stringify(definition).replaceAll(JSON.stringify(ownReference), '"#"') === anyJson

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy in which every reference points into the document. */
const relocate = (value: unknown, recursive: Readonly<Record<string, unknown>>): unknown => {
  if (Array.isArray(value)) return value.map((item) => relocate(item, recursive))
  if (!isRecord(value)) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, relocate(item, recursive)]),
  )
  const { $ref, ...rest } = copy
  if (typeof $ref !== 'string' || !$ref.startsWith(recursivePrefix)) return copy
  const name = $ref.slice(recursivePrefix.length)
  if (isAnyJson(recursive[name], $ref)) return rest
  return { ...rest, $ref: `${componentPrefix}recursive.${name}` }
}

const namesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isRecord(value)) return []
  const { $ref } = value
  const own =
    typeof $ref === 'string' && $ref.startsWith(componentPrefix)
      ? [$ref.slice(componentPrefix.length)]
      : []
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

/** Those of the candidates that are referred to, directly or through one another. */
const reachable = (from: unknown, candidates: Readonly<Record<string, Schema>>) => {
  const reached = new Map<string, Schema>()
  const waiting = [...namesIn(from)]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = candidates[name]
    if (!schema || reached.has(name)) continue
    reached.set(name, schema)
    waiting.push(...namesIn(schema))
  }
  return Object.fromEntries([...reached].sort(([a], [b]) => a.localeCompare(b)))
}

const definitionsOf = (shared: unknown): Readonly<Record<string, unknown>> =>
  isRecord(shared) && isRecord(shared.$defs) ? shared.$defs : {}

/** Converts all parts of a document together, so that shapes with a name are written only once. */
export const describeShapes = (
  parts: Iterable<z.ZodType>,
  names: ReadonlyMap<z.ZodType, string>,
): Schemas => {
  const shapes = [...new Set(parts)]
  const registry = z.registry<{ id: string }>()
  for (const [shape, id] of names) registry.add(shape, { id })
  // Parts stay inside one wrapper: registered themselves, they would become components.
  registry.add(z.object(Object.fromEntries(shapes.entries())), { id: partsName })
  const { schemas } = z.toJSONSchema(registry, {
    ...conversion,
    uri: (id) => `${componentPrefix}${id}`,
  })
  const { __shared: shared, [partsName]: wrapper, ...named } = schemas
  const recursive = definitionsOf(shared)
  const component = ({ $schema, $id, ...schema }: Schema): Schema => {
    const relocated = relocate(schema, recursive)
    return isRecord(relocated) ? relocated : {}
  }
  const candidates = Object.fromEntries([
    ...Object.entries(named).map(([name, schema]) => [name, component(schema)] as const),
    ...Object.entries(recursive)
      .filter(([, schema]) => isRecord(schema))
      .map(
        ([name, schema]) => [`recursive.${name}`, component({ ...(schema as Schema) })] as const,
      ),
  ])
  const schemaOf = new Map(
    shapes.map((shape, at) => [shape, component(Object(wrapper?.properties?.[at]))] as const),
  )
  return {
    of: (part) => schemaOf.get(part) ?? {},
    components: reachable([...schemaOf.values()], candidates),
  }
}
