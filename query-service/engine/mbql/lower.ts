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
import { measure } from '../../../shared/sql/measure.ts'
import { uniqueAliases } from './alias.ts'
import { lowerWhere } from './lower/condition.ts'
import type { Context } from './lower/context.ts'
import { lowerJoin, lowerSource } from './lower/source.ts'
import { lowerTerm } from './lower/term.ts'
import { windowOrder } from './lower/window.ts'
import type { Resolved, Slice } from './resolved.ts'
import type { Term } from './term.ts'

const clause = (keyword: Fragment, body: Fragment): Fragment =>
  sequence([keyword, indented(sequence([lineBreak, body]))])

const list = (items: readonly Fragment[]): Fragment => join(items, sequence([raw(','), lineBreak]))

const selectList = (query: Resolved, context: Context): Fragment => {
  if (query.selection.length === 0) return sql`${identifier(query.alias)}.*`
  const label = uniqueAliases()
  return list(
    query.selection.map((term, index) => {
      const name = query.columns?.[index]?.name ?? ''
      return sql`${lowerTerm(term, context).sql} AS ${identifier(label(name))}`
    }),
  )
}

/**
 * What is selected already is named by its place where it binds values: the same text with other
 * placeholders is another expression to an engine.
 */
const again = (term: Term, query: Resolved, context: Context): Fragment => {
  const fragment = lowerTerm(term, context).sql
  const place = query.selection.indexOf(term)
  return place >= 0 && measure(fragment).values > 0 ? wholeNumber(place + 1) : fragment
}

const orderList = (query: Resolved, context: Context): Fragment =>
  list(
    query.orders.map(({ by, direction }) => {
      const fragment = again(by, query, context)
      return direction === 'asc' ? sql`${fragment} ASC` : sql`${fragment} DESC`
    }),
  )

/** Inside another query only an order that decides which rows there are means anything. */
const isOrdered = ({ orders }: Resolved, { limit, offset }: Slice, isNested: boolean): boolean =>
  orders.length > 0 && (!isNested || limit !== undefined || offset !== undefined)

const select = (query: Resolved, outside: Context, slice: Slice, isNested: boolean): Fragment => {
  const { weekStart, condition, breakouts, along } = query
  const plain: Context = { dialect: outside.dialect, weekStart }
  const context = along ? { ...plain, along: windowOrder(along, plain) } : plain
  const from = lowerSource(query.source, query.alias, context, lowerNested)
  const joins = query.joins.map((one) => lowerJoin(one, context, lowerNested))
  const groups = breakouts.map((breakout) => again(breakout, query, context))
  const clauses = [
    clause(raw('SELECT'), selectList(query, context)),
    clause(raw('FROM'), join([from, ...joins], lineBreak)),
    ...(condition ? [clause(raw('WHERE'), lowerWhere(condition, context))] : []),
    ...(groups.length > 0 ? [clause(raw('GROUP BY'), list(groups))] : []),
    ...(isOrdered(query, slice, isNested)
      ? [clause(raw('ORDER BY'), orderList(query, context))]
      : []),
    ...(slice.limit === undefined ? [] : [clause(raw('LIMIT'), wholeNumber(slice.limit))]),
    ...(slice.offset ? [clause(raw('OFFSET'), wholeNumber(slice.offset))] : []),
  ]
  return join(clauses, lineBreak)
}

const lowerNested = (query: Resolved, context: Context): Fragment =>
  select(query, context, query.slice, true)

/**
 * `Resolved` → SQL. `slice` is that of the whole answer.
 * @throws {QueryProblem} `unsupported-feature` for what the engine does not have.
 */
export const lower = (query: Resolved, dialect: Dialect, slice: Slice): Fragment =>
  select(query, { dialect, weekStart: query.weekStart }, slice, false)
