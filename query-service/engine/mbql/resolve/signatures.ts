import { type BaseType, numericTypes, temporalTypes } from '../../../../shared/kernel/base-type.ts'
import type { SqlFunctionName } from '../../../../shared/sql/functions.ts'
import type { NameFunctionName } from '../ast/expression.ts'

/** What an argument has to be; `any` is taken as it is, `same` is like its neighbours. */
export type ArgumentKind = 'number' | 'text' | 'moment' | 'any' | 'same'

type Signature = {
  /** The last one holds for all arguments behind it. */
  readonly args: readonly [ArgumentKind, ...ArgumentKind[]]
  /** `widest`: the type that holds all arguments. */
  readonly result: BaseType | 'widest'
}

const ofText: Signature = { args: ['text'], result: 'type/Text' }
const toFloat: Signature = { args: ['number'], result: 'type/Float' }
const toInteger: Signature = { args: ['number'], result: 'type/Integer' }
const arithmetic: Signature = { args: ['number'], result: 'widest' }
const nameOfNumber: Signature = { args: ['number'], result: 'type/Text' }

export const signatures: { readonly [F in SqlFunctionName | NameFunctionName]: Signature } = {
  '+': arithmetic,
  '-': arithmetic,
  '*': arithmetic,
  '/': toFloat,
  abs: arithmetic,
  ceil: toInteger,
  coalesce: { args: ['same'], result: 'widest' },
  concat: { args: ['any'], result: 'type/Text' },
  date: { args: ['any'], result: 'type/Date' },
  datetime: { args: ['any'], result: 'type/DateTime' },
  'day-name': nameOfNumber,
  domain: ofText,
  exp: toFloat,
  float: { args: ['any'], result: 'type/Float' },
  floor: toInteger,
  host: ofText,
  integer: { args: ['any'], result: 'type/BigInteger' },
  length: { args: ['text'], result: 'type/Integer' },
  log: toFloat,
  lower: ofText,
  ltrim: ofText,
  'month-name': nameOfNumber,
  path: ofText,
  power: toFloat,
  'quarter-name': nameOfNumber,
  'regex-match-first': ofText,
  replace: ofText,
  round: toInteger,
  rtrim: ofText,
  'split-part': { args: ['text', 'text', 'number'], result: 'type/Text' },
  sqrt: toFloat,
  subdomain: ofText,
  substring: { args: ['text', 'number'], result: 'type/Text' },
  text: { args: ['any'], result: 'type/Text' },
  trim: ofText,
  upper: ofText,
}

/** From narrow to wide. */
const widths: readonly BaseType[] = [
  'type/Integer',
  'type/BigInteger',
  'type/Decimal',
  'type/Float',
]

/** The type that holds values of all of these; what is not known does not count. */
export const widest = (types: readonly BaseType[]): BaseType => {
  const known = types.filter((type) => type !== 'type/*')
  const [first = 'type/*'] = known
  if (!known.every((type) => numericTypes.has(type))) return first
  return known.reduce(
    (one, other) => (widths.indexOf(other) > widths.indexOf(one) ? other : one),
    first,
  )
}

/** Whether a value of this type will do; what is not known is given the benefit of the doubt. */
export const suits = (kind: ArgumentKind, type: BaseType): boolean => {
  if (type === 'type/*') return true
  if (kind === 'number') return numericTypes.has(type)
  return kind === 'moment' ? temporalTypes.has(type) : true
}
