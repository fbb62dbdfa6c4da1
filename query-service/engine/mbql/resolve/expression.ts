import { instantTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import {
  literalValue,
  momentValue,
  noValue,
  numberTerm,
  plainLiteral,
  readMoment,
  textTerm,
} from '../../../../shared/sql/literal.ts'
import type { Expression } from '../ast/expression.ts'
import type { Term } from '../term.ts'
import { resolveAggregate } from './aggregate.ts'
import { resolveFilter } from './condition.ts'
import { resolveReference, type Scope } from './scope.ts'
import { spendTerms } from './session.ts'
import { type ArgumentKind, signatures, suits, widest } from './signatures.ts'
import { bucketed, isTime } from './term.ts'

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>

const wants: { readonly [K in ArgumentKind]: string } = {
  number: 'a number',
  text: 'a text',
  moment: 'a date or a time',
  any: 'a value',
  same: 'a value',
}

const literalOf = ({ value, path }: Of<'literal'>, kind: ArgumentKind): Term => {
  if (value === null) return noValue
  if (kind === 'number') return literalValue(value, 'type/Decimal', path)
  if (kind === 'text') return textTerm(String(value))
  if (kind === 'moment') return momentValue(readMoment(value, 'type/DateTime', path), path)
  return plainLiteral(value)
}

/** @throws {Refusal} 400 unless the argument is of the kind a function takes. */
export const resolveArgument = (argument: Expression, kind: ArgumentKind, scope: Scope): Term => {
  if (argument.kind === 'literal') return literalOf(argument, kind)
  const term = resolveExpression(argument, scope)
  if (!suits(kind, term.baseType)) throw invalid(argument.path, `Expected ${wants[kind]} here.`)
  return term
}

/** Literals among them take the type of their neighbours. */
const alike = (args: readonly Expression[], scope: Scope): readonly Term[] => {
  const terms = args.map((arg) => resolveExpression(arg, scope))
  const type = widest(
    terms.filter((_, index) => args[index]?.kind !== 'literal').map((it) => it.baseType),
  )
  return args.map((arg, index) => {
    const isPlain = arg.kind !== 'literal' || arg.value === null || type === 'type/*'
    return (isPlain ? terms[index] : literalValue(arg.value, type, arg.path)) ?? noValue
  })
}

const call = ({ function: name, args, path }: Of<'call'>, scope: Scope): Term => {
  const { args: kinds, result } = signatures[name]
  const terms =
    kinds[0] === 'same'
      ? alike(args, scope)
      : args.map((arg, index) => {
          const kind = kinds[Math.min(index, kinds.length - 1)] ?? 'any'
          return resolveArgument(arg, kind, scope)
        })
  spendTerms(scope.session, args.length, path)
  const baseType = result === 'widest' ? widest(terms.map((term) => term.baseType)) : result
  return { kind: 'call', function: name, args: terms, baseType }
}

const relative = ({ amount, unit = 'day', path }: Of<'relative'>): Term => {
  const start = bucketed({ kind: 'now', baseType: 'type/DateTimeWithLocalTZ' }, unit, path)
  if (amount === 0) return start
  const { baseType } = start
  return { kind: 'shift', of: start, amount: numberTerm(amount), unit, backwards: false, baseType }
}

const dayUnits: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year'])

const shift = ({ moment, amount, unit, backwards }: Of<'shift'>, scope: Scope): Term => {
  const of = resolveArgument(moment, 'moment', scope)
  if (isTime(of.baseType) && dayUnits.has(unit))
    throw invalid(moment.path, `The unit "${unit}" does not fit a time of day.`)
  const staysDate = of.baseType !== 'type/Date' || dayUnits.has(unit)
  return {
    kind: 'shift',
    of,
    amount: resolveArgument(amount, 'number', scope),
    unit,
    backwards,
    baseType: staysDate ? of.baseType : 'type/DateTime',
  }
}

const difference = ({ from, to, unit }: Of<'difference'>, scope: Scope): Term => ({
  kind: 'difference',
  from: resolveArgument(from, 'moment', scope),
  to: resolveArgument(to, 'moment', scope),
  unit,
  baseType: 'type/Integer',
})

const hasZone = (term: Term) => term.baseType !== 'type/DateTime' && instantTypes.has(term.baseType)

const inZone = ({ moment, target, source, path }: Of<'in-zone'>, scope: Scope): Term => {
  const of = resolveArgument(moment, 'moment', scope)
  if (source !== undefined && hasZone(of))
    throw invalid(path, 'What has a time zone of its own takes no source time zone.')
  const from = source === undefined ? {} : { source }
  return { kind: 'in-zone', of, target, ...from, baseType: 'type/DateTime' }
}

const fixedStarts = { iso: 'monday', us: 'sunday' } as const

const bucket = ({ moment, unit, mode, path }: Of<'bucket'>, scope: Scope): Term => {
  const term = bucketed(resolveArgument(moment, 'moment', scope), unit, path)
  if (mode === undefined || term.kind !== 'bucketed') return term
  return { ...term, weekStart: fixedStarts[mode] }
}

const caseOf = ({ branches, otherwise }: Of<'case'>, scope: Scope): Term => {
  const results = [...branches.map(({ then }) => then), ...(otherwise ? [otherwise] : [])]
  const terms = alike(results, scope)
  const last = otherwise && terms.at(-1)
  return {
    kind: 'case',
    branches: branches.map(({ when }, index) => ({
      when: resolveFilter(when, scope),
      then: terms[index] ?? noValue,
    })),
    ...(last ? { otherwise: last } : {}),
    baseType: widest(terms.map((term) => term.baseType)),
  }
}

type Resolvers = {
  readonly [K in Expression['kind']]: (expression: Of<K>, scope: Scope) => Term
}

const resolvers: Resolvers = {
  field: (ref, scope) => resolveReference(ref, scope),
  expression: (ref, scope) => resolveReference(ref, scope),
  literal: ({ value }) => plainLiteral(value),
  call,
  now: () => ({ kind: 'now', baseType: 'type/DateTimeWithLocalTZ' }),
  relative,
  shift,
  difference,
  'in-zone': inZone,
  bucket,
  case: caseOf,
  aggregate: (aggregate, scope) => resolveAggregate(aggregate, scope),
  offset: (aggregate, scope) => resolveAggregate(aggregate, scope),
}

/** Finds the columns an expression names and settles its type. @throws {Refusal} 400 */
export const resolveExpression = (expression: Expression, scope: Scope): Term => {
  spendTerms(scope.session, 1, expression.path)
  // The table is keyed by kind: the resolver found takes just this expression.
  const resolve = resolvers[expression.kind] as (expression: never, scope: Scope) => Term
  return resolve(expression as never, scope)
}
