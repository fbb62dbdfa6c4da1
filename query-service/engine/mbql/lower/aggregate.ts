import type { Operand } from '../../../../shared/sql/dialect.ts'
import { type Fragment, sql } from '../../../../shared/sql/fragment.ts'
import type { AggregateTerm } from '../term.ts'
import { lowerCondition } from './condition.ts'
import { type Context, supported } from './context.ts'
import { lowerTerm } from './term.ts'

type Lower = (argument: Operand, term: AggregateTerm, context: Context) => Fragment

const condition = ({ condition: when }: AggregateTerm, context: Context): Fragment =>
  lowerCondition(when ?? { kind: 'constant', holds: true }, context)

const hits = (term: AggregateTerm, context: Context): Fragment =>
  sql`SUM(CASE WHEN ${condition(term, context)} THEN 1 ELSE 0 END)`

const functions: { readonly [F in AggregateTerm['function']]: Lower } = {
  count: (argument) => sql`COUNT(${argument.sql})`,
  distinct: (argument) => sql`COUNT(DISTINCT ${argument.sql})`,
  sum: (argument) => sql`SUM(${argument.sql})`,
  avg: (argument, _, { dialect }) => dialect.average(argument),
  min: (argument) => sql`MIN(${argument.sql})`,
  max: (argument) => sql`MAX(${argument.sql})`,
  stddev: (argument) => sql`STDDEV_POP(${argument.sql})`,
  var: (argument) => sql`VAR_POP(${argument.sql})`,
  percentile: (argument, { fraction = 0.5 }, context) =>
    supported(context.dialect.percentile, 'percentile-aggregations', context)(argument, fraction),
  'count-where': (_, term, context) => hits(term, context),
  'sum-where': (argument, term, context) =>
    sql`SUM(CASE WHEN ${condition(term, context)} THEN ${argument.sql} ELSE 0 END)`,
  'distinct-where': (argument, term, context) =>
    sql`COUNT(DISTINCT CASE WHEN ${condition(term, context)} THEN ${argument.sql} END)`,
  share: (_, term, context) => sql`(${hits(term, context)} * 1e0 / NULLIF(COUNT(*), 0))`,
}

const rows: Operand = { sql: sql`*`, baseType: 'type/*', databaseType: '' }

export const lowerAggregate = (term: AggregateTerm, context: Context): Fragment => {
  const argument = term.argument ? lowerTerm(term.argument, context) : rows
  return functions[term.function](argument, term, context)
}
