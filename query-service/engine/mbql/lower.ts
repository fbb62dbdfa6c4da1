import type { Dialect } from '../../../shared/sql/dialect.ts'
import {
  type Fragment,
  identifier,
  indented,
  join,
  lineBreak,
  raw,
  sequence,
  sql,
  wholeNumber,
} from '../../../shared/sql/fragment.ts'
import { aliasOf } from './lower/alias.ts'
import { lowerWhere } from './lower/condition.ts'
import { type Context, lowerExpression } from './lower/expression.ts'
import type { Resolved } from './resolved.ts'

/** Rows to take, and rows to leave out before them. */
export type Slice = { readonly limit?: number | undefined; readonly offset?: number | undefined }

const clause = (keyword: Fragment, body: Fragment): Fragment =>
  sequence([keyword, indented(sequence([lineBreak, body]))])

const list = (items: readonly Fragment[]): Fragment => join(items, sequence([raw(','), lineBreak]))

const selectList = (query: Resolved, context: Context): Fragment =>
  list(
    query.selection.map((expression, index) => {
      const name = query.columns[index]?.name ?? ''
      return sql`${lowerExpression(expression, context)} AS ${identifier(aliasOf(name))}`
    }),
  )

const orderList = (query: Resolved, context: Context): Fragment =>
  list(
    query.orders.map(({ by, direction }) => {
      const expression = lowerExpression(by, context)
      return direction === 'asc' ? sql`${expression} ASC` : sql`${expression} DESC`
    }),
  )

const groupList = (query: Resolved, context: Context): Fragment =>
  list(query.breakouts.map((breakout) => lowerExpression(breakout, context)))

/** `Resolved` → SQL. Expressions repeat in GROUP BY and ORDER BY and hold no placeholder there. */
export const lower = (query: Resolved, dialect: Dialect, slice: Slice): Fragment => {
  const { table, weekStart, condition } = query
  const context: Context = { dialect, table, weekStart }
  const clauses = [
    clause(raw('SELECT'), selectList(query, context)),
    clause(raw('FROM'), identifier(table.schema, table.name)),
    ...(condition ? [clause(raw('WHERE'), lowerWhere(condition, context))] : []),
    ...(query.breakouts.length > 0 ? [clause(raw('GROUP BY'), groupList(query, context))] : []),
    ...(query.orders.length > 0 ? [clause(raw('ORDER BY'), orderList(query, context))] : []),
    ...(slice.limit === undefined ? [] : [clause(raw('LIMIT'), wholeNumber(slice.limit))]),
    ...(slice.offset ? [clause(raw('OFFSET'), wholeNumber(slice.offset))] : []),
  ]
  return join(clauses, lineBreak)
}
