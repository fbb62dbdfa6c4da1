export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Text that every store can hold: no U+0000 and no lone surrogate. jsonb refuses both (22P05,
 * 22P02); EventStoreDB would take them, so the rule stands here and holds for all adapters.
 */
export const isStorableText = (text: string): boolean =>
  !text.includes('\u0000') && text.isWellFormed()

/**
 * The path of the first value that does not survive a round trip through JSON (a Date, a bigint,
 * NaN, undefined inside an array, unstorable text), or undefined when all is well.
 */
export const unstorablePath = (value: unknown, path = ''): string | undefined => {
  if (value === null || typeof value === 'boolean') return undefined
  if (typeof value === 'string') return isStorableText(value) ? undefined : path || '.'
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path || '.'
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const bad = unstorablePath(item, `${path}[${index}]`)
      if (bad) return bad
    }
    return undefined
  }
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return path || '.'
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    const bad = isStorableText(key) ? unstorablePath(item, `${path}.${key}`) : `${path}.${key}`
    if (bad) return bad
  }
  return undefined
}

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** JSON text that equal values share: stores such as jsonb do not keep the order of members. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder)
