import { isStorableText, type Json } from '../../kernel/json.ts'
import type { BoundValue } from '../../ports/engine-driver.ts'
import { withoutOffset } from '../calendar.ts'
import { bound } from '../fragment.ts'
import { literalValue, readMoment } from '../literal.ts'
import type { WriteForms } from './forms.ts'
import type { Taking } from './taking.ts'
import { pathOf, type WriteColumn, wrongValue } from './target.ts'

type Plain = Exclude<BoundValue, null>

const plain = (value: Exclude<Json, null>, column: WriteColumn): Plain => {
  if (typeof value === 'object') throw wrongValue(column, 'This field takes a plain value.')
  if (typeof value === 'string' && !isStorableText(value))
    throw wrongValue(column, 'A text may not hold U+0000 or a lone surrogate.')
  return value
}

export const text: Taking = (value, column) => bound(String(plain(value, column)))

/** Decimals, floats, booleans, times and moments. */
export const literal: Taking = (value, column, { dialect, put }) => {
  const { field } = column
  const { type, value: known } = literalValue(plain(value, column), field.base_type, pathOf(column))
  const years = dialect.writes.zonedYears
  if (type === 'instant' && years) refuseUnzoned(Number(String(known).slice(0, 4)), years, column)
  return put(known, type)
}

type Years = NonNullable<WriteForms['zonedYears']>

const refuseUnzoned = (year: number, { from, to }: Years, column: WriteColumn): void => {
  if (year < from || year >= to)
    throw wrongValue(column, `A moment with an offset lies between ${from} and ${to} here.`)
}

const wholeText = /^\s*([+-]?\d{1,40})(?:\.0*)?\s*$/

/** The digits of a whole number, however it is given. */
const wholeOf = (value: Plain): bigint | undefined => {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  const digits = wholeText.exec(value)?.[1]
  return digits === undefined ? undefined : BigInt(digits.replace('+', ''))
}

/** Bits of the integers of an engine that does not say which column a number was too large for. */
const integerBits: Readonly<Record<string, bigint>> = { int2: 15n, int4: 31n, int8: 63n }

/** Engines would round a fraction without a word. */
export const integer: Taking = (value, column, place) => {
  const whole = wholeOf(plain(value, column))
  if (whole === undefined) throw wrongValue(column, 'This field takes whole numbers.')
  const bits = integerBits[column.field.database_type]
  if (bits !== undefined && (whole >= 2n ** bits || whole < -(2n ** bits)))
    throw wrongValue(column, 'This number is too large for the field.')
  return literal(String(whole), column, place)
}

const midnight = /^(\d{4}-\d\d-\d\d)[Tt ]00:00(?::00(?:[.,]0+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/

/** A day, also as the midnight with which some clients say it; engines would cut any other time. */
export const date: Taking = (value, column, { put }) => {
  const given = String(plain(value, column))
  const day = midnight.exec(given)?.[1] ?? given
  const { type, value: known } = literalValue(day, 'type/Date', pathOf(column))
  if (type !== 'date') throw wrongValue(column, 'This field takes dates, YYYY-MM-DD.')
  return put(known, type)
}

/** The offset is a part of what is kept. */
export const timeWithZone: Taking = (value, column) => {
  const given = String(plain(value, column))
  readMoment(withoutOffset(given), 'type/TimeWithTZ', pathOf(column))
  return bound(given)
}

const uuidText = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const uuid: Taking = (value, column) => {
  const given = String(plain(value, column))
  if (!uuidText.test(given)) throw wrongValue(column, 'This field takes UUIDs.')
  return bound(given)
}
