import { isStorableText } from './json.ts'
import { invalid } from './refusal.ts'

/*
 * JSON as it was received and read by hand, where keys have several spellings and no schema knows
 * its shape. `path` is where it stands in the request: refusals name it.
 */

/** `SOURCE_TABLE` and `source-table` are the same word. */
export const token = (word: string): string => word.toLowerCase().replaceAll('_', '-')

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list that begins with a word. */
export const isClause = (value: unknown): value is readonly [string, ...unknown[]] =>
  Array.isArray(value) && typeof value[0] === 'string'

/** Nothing chosen: what clients send for a parameter without a value, and for one that was cleared. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

export type Keys = ReadonlyMap<string, unknown>

/** @throws {Refusal} unless `value` is an object. Keys come back as tokens, nulls left out. */
export const keysOf = (value: unknown, path: string): Keys => {
  if (!isMap(value)) throw invalid(path, 'Expected an object.')
  return new Map(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .map(([key, member]) => [token(key), member]),
  )
}

/** @throws {Refusal} unless `value` is text that every engine can hold. */
export const textOf = (value: unknown, path: string): string => {
  if (typeof value !== 'string') throw invalid(path, 'Expected a text.')
  if (!isStorableText(value)) throw invalid(path, 'A text may not hold U+0000 or a lone surrogate.')
  return value
}
