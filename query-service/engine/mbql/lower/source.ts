import {
  type Fragment,
  foreignSql,
  identifier,
  indented,
  lineBreak,
  raw,
  sequence,
  sql,
} from '../../../../shared/sql/fragment.ts'
import type { Resolved, ResolvedJoin, ResolvedSource } from '../resolved.ts'
import { lowerBins } from './bins.ts'
import { lowerWhere } from './condition.ts'
import { type Context, supported } from './context.ts'

type LowerQuery = (query: Resolved, context: Context) => Fragment

const nested = (body: Fragment, alias: string): Fragment =>
  sequence([
    raw('('),
    indented(sequence([lineBreak, body])),
    lineBreak,
    sql`) AS ${identifier(alias)}`,
  ])

/** A source under its alias; a table under its own name needs none. */
export const lowerSource = (
  source: ResolvedSource,
  alias: string,
  context: Context,
  lowerQuery: LowerQuery,
): Fragment => {
  switch (source.kind) {
    case 'table': {
      const { schema, name } = source.table
      const table = identifier(schema, name)
      return alias === name ? table : sql`${table} AS ${identifier(alias)}`
    }
    case 'query':
      return nested(lowerQuery(source.query, context), alias)
    case 'native':
      return nested(foreignSql(source.sql), alias)
    case 'bins':
      return nested(lowerBins(source), alias)
  }
}

const strategies: { readonly [S in ResolvedJoin['strategy']]: Fragment } = {
  'left-join': raw('LEFT JOIN '),
  'inner-join': raw('INNER JOIN '),
  'right-join': raw('RIGHT JOIN '),
  'full-join': raw('FULL JOIN '),
  'cross-join': raw('CROSS JOIN '),
}

export const lowerJoin = (
  { source, alias, strategy, condition }: ResolvedJoin,
  context: Context,
  lowerQuery: LowerQuery,
): Fragment => {
  if (strategy === 'full-join') supported(context.dialect.fullJoin, 'full-join', context)
  const joined = lowerSource(source, alias, context, lowerQuery)
  const table = sequence([strategies[strategy], joined])
  if (!condition) return table
  return sequence([table, indented(sql` ON ${lowerWhere(condition, context)}`)])
}
