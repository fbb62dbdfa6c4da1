import type { z } from 'zod'
import { oneOf } from '../../shared/contract/keyed.ts'

type RawIssue = z.core.$ZodRawIssue

/** What zod expects, as people would say it. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: '`null`',
}

/** A size with its unit: characters of text, items of a list; numbers have none. */
const sized = (origin: string, bound: number | bigint): string | undefined => {
  if (origin === 'number' || origin === 'int') return String(bound)
  if (origin === 'string') return `${bound} ${bound === 1 ? 'character' : 'characters'}`
  return origin === 'array' ? `${bound} ${bound === 1 ? 'item' : 'items'}` : undefined
}

const bounded = (origin: string, bound: number | bigint, adverb: string): string | undefined => {
  const size = sized(origin, bound)
  if (size === undefined) return undefined
  return `must ${size === String(bound) ? 'be' : 'have'} at ${adverb} ${size}`
}

/** An integer's shape says so to whoever asks; zod itself only misses a number. */
const expectedBy = ({ expected, inst }: RawIssue): string => {
  const format = (inst as { _zod?: { def?: { format?: unknown } } } | undefined)?._zod?.def?.format
  return format === 'safeint' ? 'int' : String(expected)
}

const among = (words: readonly unknown[]): string => {
  const list = oneOf(words.map(String))
  return words.length === 1 ? `must be ${list}` : `must be one of ${list}`
}

/** Alternatives that all are about the value itself, one after the other. */
const alternatives = ({ errors, options }: RawIssue): string | undefined => {
  if (Array.isArray(options)) return among(options)
  const branches = errors as readonly (readonly z.core.$ZodIssue[])[] | undefined
  const words = (branches ?? []).map(([first, ...more]) =>
    first && more.length === 0 && first.path.length === 0 ? first.message : undefined,
  )
  if (words.length === 0 || words.includes(undefined)) return undefined
  return [...new Set(words)].join(', or ')
}

const textOf: { readonly [C in string]?: (issue: RawIssue) => string | undefined } = {
  invalid_type: (issue) => {
    const kind = kinds[expectedBy(issue)]
    return kind && `must be ${kind}`
  },
  invalid_value: ({ values }) => among(values as readonly unknown[]),
  invalid_union: alternatives,
  unrecognized_keys: ({ keys }) => `has no ${oneOf((keys as readonly unknown[]).map(String))}`,
  too_small: ({ origin, minimum }) => bounded(String(origin), minimum as number, 'least'),
  too_big: ({ origin, maximum }) => bounded(String(origin), maximum as number, 'most'),
}

/**
 * What to say of an issue where its shape has no words of its own: a sentence without its subject,
 * which is the key. It tells no types of ours.
 */
export const plainWords = (issue: RawIssue): string => {
  const { code = '', input } = issue
  if (input === undefined && code !== 'custom') return 'is required'
  return textOf[code]?.(issue) ?? 'is not valid'
}
