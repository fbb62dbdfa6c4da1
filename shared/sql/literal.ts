import { type BaseType, numericTypes, temporalTypes } from '../kernel/base-type.ts'
import { invalid, type Refusal } from '../kernel/refusal.ts'
import type { BoundValue } from '../ports/engine-driver.ts'
import {
  type Moment,
  parseMoment,
  printDate,
  printInstant,
  printTime,
  withoutOffset,
} from './calendar.ts'
import type { ValueType } from './dialect.ts'

/** A value to bind. */
export type ResolvedValue = {
  readonly kind: 'value'
  readonly type: ValueType
  readonly value: BoundValue
  readonly baseType: BaseType
}

type Literal = Exclude<BoundValue, null>

const numberText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const longestNumber = 400
const int8 = { least: -(2n ** 63n), most: 2n ** 63n - 1n }

const baseTypeOf: { readonly [T in ValueType]: BaseType } = {
  inferred: 'type/*',
  text: 'type/Text',
  boolean: 'type/Boolean',
  integer: 'type/Integer',
  decimal: 'type/Decimal',
  float: 'type/Float',
  date: 'type/Date',
  time: 'type/Time',
  datetime: 'type/DateTime',
  instant: 'type/DateTimeWithTZ',
}

const value = (type: ValueType, bound: ResolvedValue['value']): ResolvedValue => ({
  kind: 'value',
  type,
  value: bound,
  baseType: baseTypeOf[type],
})

export const noValue: ResolvedValue = value('inferred', null)
export const textTerm = (text: string): ResolvedValue => value('text', text)

const wholeValue = (text: string): ResolvedValue => {
  const whole = BigInt(text)
  if (whole < int8.least || whole > int8.most) return value('decimal', text)
  const number = Number(text)
  return value('integer', Number.isSafeInteger(number) ? number : String(whole))
}

/** Whole numbers, decimals and floats each keep all their digits on the way to the engine. */
const numberValue = (literal: number | string, target: BaseType): ResolvedValue => {
  if (target === 'type/Float') return value('float', Number(literal))
  if (typeof literal === 'number')
    return Number.isInteger(literal)
      ? wholeValue(BigInt(literal).toString())
      : value('decimal', String(literal))
  return /^[+-]?\d+$/.test(literal)
    ? wholeValue(literal.replace('+', ''))
    : value('decimal', literal)
}

/** Never an integer to an engine, whose division would be another one. */
export const decimalTerm = (number: number): ResolvedValue => value('decimal', String(number))

export const numberTerm = (number: number): ResolvedValue => numberValue(number, 'type/Decimal')

const wrong = (path: string, expected: string): Refusal =>
  invalid(path, `This field takes ${expected}.`)

const numeric = (literal: Literal, target: BaseType, path: string) => {
  if (typeof literal === 'boolean') return value('integer', literal ? 1 : 0)
  const isNumber = typeof literal === 'number' || numberText.test(literal)
  if (!isNumber || !Number.isFinite(Number(literal)) || String(literal).length > longestNumber)
    throw wrong(path, 'numbers')
  return numberValue(literal, target)
}

const booleans: ReadonlyMap<Literal, boolean> = new Map<Literal, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  [false, false],
  ['false', false],
  [0, false],
])

const boolean = (literal: Literal, path: string): ResolvedValue => {
  const truth = booleans.get(literal)
  if (truth === undefined) throw wrong(path, 'true or false')
  return value('boolean', truth)
}

/** @throws {Refusal} 400 unless the text is a date, a date-time or, for times, a time. */
export const readMoment = (literal: Literal, target: BaseType, path: string): Moment => {
  const text =
    target === 'type/Time' && typeof literal === 'string' ? withoutOffset(literal) : literal
  const moment = typeof text === 'string' ? parseMoment(text) : undefined
  const isTime = target === 'type/Time' || target === 'type/TimeWithTZ'
  if (!moment || isTime !== (moment.precision === 'time'))
    throw wrong(path, isTime ? 'times, HH:MM:SS' : 'dates, YYYY-MM-DD or ISO 8601')
  return moment
}

const kinds = {
  date: { type: 'date', print: printDate },
  datetime: { type: 'datetime', print: printInstant },
  instant: { type: 'instant', print: printInstant },
  time: { type: 'time', print: printTime },
} as const

/** @throws {Refusal} 400 for a year no calendar of ours has. */
export const momentValue = (moment: Moment, path: string): ResolvedValue => {
  const kind = kinds[moment.offset === undefined ? moment.precision : 'instant']
  const text = kind.print(moment)
  if (text === undefined) throw invalid(path, 'Years run from 1 to 9999.')
  return value(kind.type, text)
}

/** A literal as the engine has to take it beside a value of this type. @throws {Refusal} 400 */
export const literalValue = (literal: Literal, target: BaseType, path: string): ResolvedValue => {
  if (numericTypes.has(target)) return numeric(literal, target, path)
  if (target === 'type/Boolean') return boolean(literal, path)
  if (temporalTypes.has(target)) return momentValue(readMoment(literal, target, path), path)
  return value('inferred', String(literal))
}

/** A literal with no neighbour to take its type from. */
export const plainLiteral = (literal: BoundValue): ResolvedValue => {
  if (literal === null) return noValue
  if (typeof literal === 'boolean') return value('boolean', literal)
  return typeof literal === 'number' ? numberTerm(literal) : textTerm(literal)
}
