import type { BoundValue } from '../ports/engine-driver.ts'
import { withoutEnd } from './one-statement.ts'

/**
 * A piece of SQL as an immutable value. Text comes from our own source code, names are quoted and
 * values are bound when it is printed: there is no way to splice a run-time string into the text.
 */
export type Fragment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'identifier'; readonly path: readonly string[] }
  /** `isZone` marks the name of a time zone; `of` is what it is the value of, see `sharedValue`. */
  | {
      readonly kind: 'value'
      readonly value: BoundValue
      readonly isZone?: true
      readonly of?: object
    }
  /** A space, or a new line where the SQL is printed for people. */
  | { readonly kind: 'break' }
  | { readonly kind: 'indented'; readonly body: Fragment }
  | { readonly kind: 'sequence'; readonly parts: readonly Fragment[] }

/** Text known when this program was compiled; a `string` of unknown content does not type-check. */
export const raw = <const T extends string>(text: string extends T ? never : T): Fragment => ({
  kind: 'text',
  text,
})

export const nothing: Fragment = { kind: 'sequence', parts: [] }
export const lineBreak: Fragment = { kind: 'break' }

/** A possibly qualified name; empty steps (an engine without schemas) are left out. */
export const identifier = (...path: readonly string[]): Fragment => ({
  kind: 'identifier',
  path: path.filter((step) => step !== ''),
})

export const bound = (value: BoundValue): Fragment => ({ kind: 'value', value })

/** The name of a time zone, bound: not every server knows each. */
export const zoneName = (name: string): Fragment => ({ kind: 'value', value: name, isZone: true })

/**
 * A value that may stand in several places and is bound once, where placeholders have numbers: then
 * an expression around it is the same in every place, and can be grouped by.
 * @param value how it is bound and cast, in each place alike
 * @param of what it is the value of: the same object in all these places, and in no others
 */
export const sharedValue = (value: Fragment, of: object): Fragment => {
  if (value.kind === 'value') return { ...value, of }
  return value.kind === 'sequence' ? sequence(value.parts.map((it) => sharedValue(it, of))) : value
}

/**
 * A whole number as digits in the text, for places that take no placeholder: MySQL 8 refuses the
 * DOUBLE its clients bind in LIMIT, and a grouped expression must read the same in every clause.
 */
export const wholeNumber = (value: number): Fragment => {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('Not a whole number.')
  return { kind: 'text', text: String(value) }
}

/**
 * SQL of somebody who may write SQL, as it is: the one door for text that is not ours. Between its
 * pieces stands what was put for its template tags.
 */
export const foreignSql = (pieces: readonly (string | Fragment)[]): Fragment =>
  sequence(
    pieces.map((piece) => (typeof piece === 'string' ? { kind: 'text', text: piece } : piece)),
  )

/**
 * The same inside another statement. It stands on lines of its own, so that a comment at its end
 * swallows nothing; a semicolon there is dropped.
 */
export const nestedForeignSql = (pieces: readonly (string | Fragment)[]): Fragment => {
  const last = pieces.at(-1)
  const inner = typeof last === 'string' ? [...pieces.slice(0, -1), withoutEnd(last)] : pieces
  return foreignSql(['\n', ...inner, '\n'])
}

const word = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_$]*`
const quotedWord = '"[^"\\u0000]+"|`[^`\\u0000]+`'
const name = new RegExp(`^(?:${word}|${quotedWord})(?:\\.(?:${word}|${quotedWord}))*$`, 'u')

/**
 * A name as its author wrote it elsewhere in such SQL, so that an engine reads both alike: words and
 * quoted words with dots between them. Undefined for anything else.
 */
export const foreignName = (text: string): Fragment | undefined =>
  text.length <= 200 && name.test(text) ? { kind: 'text', text } : undefined

export const sequence = (parts: readonly Fragment[]): Fragment => ({ kind: 'sequence', parts })

export const indented = (body: Fragment): Fragment => ({ kind: 'indented', body })

export const join = (parts: readonly Fragment[], separator: Fragment): Fragment =>
  sequence(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])))

/** ``sql`${column} = ${value}` ``: fragments are placed as they are, plain values are bound. */
export const sql = (
  texts: TemplateStringsArray,
  ...inserts: readonly (Fragment | BoundValue)[]
): Fragment => {
  const parts: Fragment[] = []
  for (const [index, text] of texts.entries()) {
    if (text !== '') parts.push({ kind: 'text', text })
    const insert = inserts[index]
    if (insert === undefined) continue
    parts.push(typeof insert === 'object' && insert !== null ? insert : bound(insert))
  }
  return sequence(parts)
}
