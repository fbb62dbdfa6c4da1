import { isStorableText } from '../../kernel/json.ts'
import { isMap, isNothing } from '../../kernel/raw.ts'
import { literalValue, momentValue, type ResolvedValue, readMoment, textTerm } from '../literal.ts'
import type { GivenParameter } from './given.ts'
import { forTag, invalidParameter } from './problems.ts'
import { displayNameOf, type Tag } from './tags.ts'

/** What is put for a tag that stands for values, before they are looked at; undefined for nothing. */
const chosen = (tag: Tag, given: GivenParameter | undefined): unknown => {
  if (!isNothing(given?.value)) return given?.value
  const isCleared = given !== undefined && given.value !== undefined
  if (isCleared && !tag.required) return undefined
  const value = isNothing(tag.default) ? given?.default : tag.default
  return isNothing(value) ? undefined : value
}

/** The value of a tag to which one parameter can be for. @throws {Refusal} 400 */
export const chosenValue = (tag: Tag, given: readonly GivenParameter[] = []): unknown => {
  const values = given.filter(({ value }) => value !== undefined)
  if (values.length > 1)
    throw invalidParameter(
      `${JSON.stringify(displayNameOf(tag))} takes one parameter, not several.`,
    )
  return chosen(tag, values[0] ?? given[0])
}

/** A parameter of a field filter with its value. */
export type Chosen = { readonly parameter: GivenParameter; readonly value: unknown }

/** The values of a tag that several parameters can be for. */
export const chosenValues = (
  tag: Tag,
  given: readonly GivenParameter[] = [],
): readonly Chosen[] => {
  const set = given.filter(({ value }) => !isNothing(value))
  if (set.length > 0) return set.map((parameter) => ({ parameter, value: parameter.value }))
  const parameter = given.find(({ value }) => value !== undefined) ?? given[0]
  const value = chosen(tag, parameter)
  return value === undefined ? [] : [{ parameter: parameter ?? {}, value }]
}

type Scalar = string | number | boolean

type Reader = {
  readonly takes: string
  /** @throws {Refusal} */
  readonly read: (value: Scalar) => ResolvedValue
}

const path = 'parameters'

const readers: { readonly [T in 'text' | 'number' | 'date' | 'boolean']: Reader } = {
  text: { takes: 'texts', read: (value) => textTerm(String(value)) },
  number: {
    takes: 'numbers',
    // A boolean is no number here, though a field of numbers may be compared with one.
    read: (value) => literalValue(String(value).trim(), 'type/Decimal', path),
  },
  date: {
    takes: 'dates, YYYY-MM-DD or ISO 8601',
    read: (value) => momentValue(readMoment(value, 'type/DateTime', path), path),
  },
  boolean: {
    takes: 'true or false',
    read: (value) => literalValue(value, 'type/Boolean', path),
  },
}

export type ValueTag = Tag & { readonly type: keyof typeof readers }

export const isValueTag = (tag: Tag): tag is ValueTag => Object.hasOwn(readers, tag.type)

/** One value, a list of them, or numbers with commas between. */
const listOf = (tag: ValueTag, value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  return tag.type === 'number' && typeof value === 'string' ? value.split(',') : [value]
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/**
 * The values to be bound for a tag.
 * @throws {Refusal} 400 for one it does not take
 */
export const boundValues = (tag: ValueTag, value: unknown): readonly ResolvedValue[] =>
  listOf(tag, value).map((one) => {
    const name = displayNameOf(tag)
    if (isMap(one) || Array.isArray(one))
      throw invalidParameter(`${JSON.stringify(name)} takes plain values only.`)
    if (!isScalar(one) || (typeof one === 'string' && !isStorableText(one)))
      throw invalidParameter(`${JSON.stringify(name)} takes texts, numbers, true and false.`)
    const { read, takes } = readers[tag.type]
    return forTag(name, () => read(one), takes)
  })
