import type { Operand } from '../../../../shared/sql/dialect.ts'
import {
  type Fragment,
  identifier,
  join,
  lineBreak,
  nothing,
  raw,
  sql,
  wholeNumber,
} from '../../../../shared/sql/fragment.ts'
import { isExtraction } from '../../../../shared/sql/temporal-unit.ts'
import type { Term } from '../term.ts'
import { lowerAggregate } from './aggregate.ts'
import { lowerCondition } from './condition.ts'
import { type Context, supported } from './context.ts'
import { nameOfNumber } from './names.ts'
import { lowerWindow } from './window.ts'

type Of<K extends Term['kind']> = Extract<Term, { kind: K }>

const value = (term: Of<'value'>, { dialect }: Context): Fragment =>
  term.value === null ? raw('NULL') : dialect.parameter(term.value, term.type)

const bucketed = ({ of, bucket, weekStart }: Of<'bucketed'>, context: Context): Operand => {
  const plain = lowerTerm(of, context)
  if (bucket === 'default') return plain
  const start = weekStart ?? context.weekStart
  const { dialect } = context
  return isExtraction(bucket)
    ? computed(dialect.extract(bucket, plain, start), 'type/Integer')
    : computed(dialect.truncate(bucket, plain, start), plain.baseType)
}

/** The lower edge of the bin a number falls into. */
const binned = ({ of, least, width }: Of<'binned'>, context: Context): Fragment => {
  const [number, step] = [lowerTerm(of, context).sql, lowerTerm(width, context).sql]
  if (!least) return sql`FLOOR(${number} / ${step}) * ${step}`
  const start = lowerTerm(least, context).sql
  return sql`FLOOR((${number} - ${start}) / ${step}) * ${step} + ${start}`
}

const call = ({ function: name, args }: Of<'call'>, context: Context): Fragment => {
  const operands = args.map((arg) => lowerTerm(arg, context))
  if (name === 'month-name' || name === 'quarter-name' || name === 'day-name')
    return nameOfNumber(name, operands[0]?.sql ?? nothing, context.weekStart)
  return supported(context.dialect.functions[name], name, context)(...operands)
}

const shift = ({ of, amount, unit, backwards }: Of<'shift'>, context: Context): Fragment => {
  const steps = lowerTerm(amount, context).sql
  return context.dialect.shift(lowerTerm(of, context), backwards ? sql`(-${steps})` : steps, unit)
}

const caseOf = ({ branches, otherwise }: Of<'case'>, context: Context): Fragment => {
  const whens = branches.map(
    ({ when, then }) =>
      sql`WHEN ${lowerCondition(when, context)} THEN ${lowerTerm(then, context).sql}`,
  )
  const rest = otherwise ? sql` ELSE ${lowerTerm(otherwise, context).sql}` : nothing
  return sql`CASE ${join(whens, lineBreak)}${rest} END`
}

type Lowerers = {
  readonly [K in Term['kind']]: (term: Of<K>, context: Context) => Fragment | Operand
}

const lowerers: Lowerers = {
  column: ({ relation, name, baseType, databaseType }, context) => ({
    sql: context.column ?? identifier(relation, name),
    baseType,
    databaseType,
  }),
  value,
  bucketed,
  binned,
  call,
  now: (_, { dialect }) => dialect.now,
  shift,
  difference: ({ unit, from, to }, context) =>
    context.dialect.difference(unit, lowerTerm(from, context), lowerTerm(to, context)),
  'in-zone': ({ of, target, source }, context) =>
    context.dialect.inZone(lowerTerm(of, context), target, source),
  case: caseOf,
  grouping: (_, { grouping = wholeNumber(0) }) => grouping,
  aggregate: (term, context) => lowerAggregate(term, context),
  window: (term, context) => lowerWindow(term, context),
}

const computed = (fragment: Fragment, baseType: Term['baseType']): Operand => ({
  sql: fragment,
  baseType,
  databaseType: baseType === 'type/Text' ? 'text' : '',
})

/** A term in SQL, and the type it has then. @throws {QueryProblem} for what the engine has not. */
export const lowerTerm = (term: Term, context: Context): Operand => {
  // The table is keyed by kind: the function found takes just this term.
  const lower = lowerers[term.kind] as (term: never, context: Context) => Fragment | Operand
  const lowered = lower(term as never, context)
  return 'sql' in lowered ? lowered : computed(lowered, term.baseType)
}
