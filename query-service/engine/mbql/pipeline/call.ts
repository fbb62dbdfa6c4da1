import { temporalTypes } from '../../../../shared/kernel/base-type.ts'
import { weekdays } from '../../../../shared/sql/temporal-unit.ts'
import type { Term } from '../term.ts'
import { asText } from './as-text.ts'
import { parsed } from './clock.ts'
import type { Context } from './context.ts'
import { type Expression, nothing } from './expression.ts'
import { truncated } from './moment.ts'
import { asFloat, numberFunctions, rounded } from './number.ts'
import { lowerTerm } from './term.ts'
import { nameOf, splitPart, substring, textFunctions } from './text.ts'
import { urlFunctions } from './url.ts'

type Call = Extract<Term, { kind: 'call' }>
type Lower = (args: readonly Term[], context: Context) => Expression

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const quarters = ['Q1', 'Q2', 'Q3', 'Q4']
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const values = (args: readonly Term[], context: Context): readonly Expression[] =>
  args.map((arg) => lowerTerm(arg, context))

const value = (term: Term | undefined, context: Context): Expression =>
  term ? lowerTerm(term, context) : nothing

const text = (term: Term | undefined, context: Context): Expression =>
  term ? asText(term, context) : nothing

/** A moment, read from what is none yet. */
const moment = (term: Term | undefined, context: Context): Expression => {
  if (term === undefined || temporalTypes.has(term.baseType)) return value(term, context)
  return term.baseType === 'type/Text'
    ? parsed(lowerTerm(term, context), context)
    : { $convert: { input: lowerTerm(term, context), to: 'date', onError: null, onNull: null } }
}

const integers: ReadonlySet<string> = new Set(['type/Integer', 'type/BigInteger'])

const ofNumbers =
  (lower: (typeof numberFunctions)[keyof typeof numberFunctions]): Lower =>
  (args, context) =>
    lower(values(args, context), context)

const ofTexts =
  (lower: (typeof textFunctions)[keyof typeof textFunctions]): Lower =>
  (args, context) =>
    lower(
      args.map((arg) => asText(arg, context)),
      context,
    )

const ofUrl =
  (lower: (typeof urlFunctions)[keyof typeof urlFunctions]): Lower =>
  ([url], context) =>
    lower(text(url, context), context)

/** The same table of other values, which `Object.fromEntries` would forget the keys of. */
const mapValues = <K extends string, V, R>(table: Readonly<Record<K, V>>, change: (one: V) => R) =>
  Object.fromEntries(
    Object.entries<V>(table).map(([name, one]) => [name, change(one)]),
  ) as Readonly<Record<K, R>>

const functions: { readonly [F in Call['function']]: Lower } = {
  ...mapValues(numberFunctions, ofNumbers),
  ...mapValues(textFunctions, ofTexts),
  ...mapValues(urlFunctions, ofUrl),
  coalesce: (args, context) => ({ $ifNull: [...values(args, context)] }),
  date: ([arg], context) => truncated(moment(arg, context), 'day', context),
  datetime: ([arg], context) => moment(arg, context),
  'day-name': ([number], context) => {
    const first = weekdays.indexOf(context.weekStart)
    return nameOf([...days.slice(first), ...days.slice(0, first)], value(number, context), context)
  },
  float: ([number], context) => asFloat(value(number, context)),
  integer: ([number], context) =>
    number && integers.has(number.baseType)
      ? value(number, context)
      : rounded(asFloat(value(number, context)), context),
  'month-name': ([number], context) => nameOf(months, value(number, context), context),
  'quarter-name': ([number], context) => nameOf(quarters, value(number, context), context),
  'split-part': ([input, delimiter, position], context) =>
    splitPart(text(input, context), text(delimiter, context), value(position, context), context),
  substring: ([input, from, length], context) =>
    substring(
      text(input, context),
      value(from, context),
      length && lowerTerm(length, context),
      context,
    ),
}

/** Functions of a row's values: this engine has them all. */
export const call = ({ function: name, args }: Call, context: Context): Expression =>
  functions[name](args, context)
