import {
  type Fragment,
  identifier,
  indented,
  lineBreak,
  nestedForeignSql,
  raw,
  sequence,
  sql,
} from '../../../../shared/sql/fragment.ts'
import type { NestedSource, Resolved, ResolvedJoin, ResolvedSource } from '../resolved.ts'
import { lowerBins } from './bins.ts'
import { lowerWhere } from './condition.ts'
import { type Context, supported } from './context.ts'
import { lowerNative } from './native.ts'

export type LowerQuery = (query: Resolved, context: Context) => Fragment

const enclosed = (body: Fragment): Fragment =>
  sequence([raw('('), indented(sequence([lineBreak, body])), lineBreak, raw(')')])

const nested = (body: Fragment, alias: string): Fragment =>
  sql`${enclosed(body)} AS ${identifier(alias)}`

/** The rows of a saved question, in the midst of SQL that somebody wrote. */
export const lowerRows = (
  source: NestedSource,
  context: Context,
  lowerQuery: LowerQuery,
): Fragment =>
  enclosed(
    source.kind === 'query'
      ? lowerQuery(source.query, context)
      : nestedForeignSql(lowerNative(source.parts, context, lowerQuery)),
  )

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
    case 'native':
      return sql`${lowerRows(source, context, lowerQuery)} AS ${identifier(alias)}`
    case 'bins':
      return nested(lowerBins(source, context.dialect), alias)
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
