import type { Dialect } from '../../../shared/sql/dialect.ts'
import {
  type Fragment,
  foreignSql,
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
import { canBeSets, groupingSets, unionAll } from './lower/groupings.ts'
import { lowerNative } from './lower/native.ts'
import { lowerJoin, lowerSource } from './lower/source.ts'
import { lowerTerm } from './lower/term.ts'
import { windowOrder } from './lower/window.ts'
import type { Grouping } from './pivot/groupings.ts'
import { perGrouping } from './pivot/per-grouping.ts'
import type { Resolved, ResolvedNative, Slice } from './resolved.ts'
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

/** A union is ordered by the places of its columns, and so is all that may be one. */
const orderList = (query: Resolved, context: Context): Fragment =>
  list(
    query.orders.map(({ by, direction }) => {
      const fragment = query.groupings
        ? wholeNumber(query.selection.indexOf(by) + 1)
        : again(by, query, context)
      return direction === 'asc' ? sql`${fragment} ASC` : sql`${fragment} DESC`
    }),
  )

/** Inside another query only an order that decides which rows there are means anything. */
const isOrdered = ({ orders }: Resolved, { limit, offset }: Slice, isNested: boolean): boolean =>
  orders.length > 0 && (!isNested || limit !== undefined || offset !== undefined)

const slicing = ({ limit, offset }: Slice): readonly Fragment[] => [
  ...(limit === undefined ? [] : [clause(raw('LIMIT'), wholeNumber(limit))]),
  ...(offset ? [clause(raw('OFFSET'), wholeNumber(offset))] : []),
]

const contextOf = ({ weekStart, along }: Resolved, { dialect }: Context): Context => {
  const plain: Context = { dialect, weekStart }
  return along ? { ...plain, along: windowOrder(along, plain) } : plain
}

/** All of a SELECT that decides what its rows are. */
const rowsOf = (query: Resolved, context: Context, groupBy: Fragment | undefined): Fragment => {
  const { condition } = query
  const from = lowerSource(query.source, query.alias, context, lowerNested)
  const joins = query.joins.map((one) => lowerJoin(one, context, lowerNested))
  const clauses = [
    clause(raw('SELECT'), selectList(query, context)),
    clause(raw('FROM'), join([from, ...joins], lineBreak)),
    ...(condition ? [clause(raw('WHERE'), lowerWhere(condition, context))] : []),
    ...(groupBy ? [clause(raw('GROUP BY'), groupBy)] : []),
  ]
  return join(clauses, lineBreak)
}

const grouped = (query: Resolved, context: Context): Fragment => {
  const groups = query.breakouts.map((breakout) => again(breakout, query, context))
  return rowsOf(query, context, groups.length > 0 ? list(groups) : undefined)
}

/** The groups of all groupings: in one pass over the rows where the engine can, or else in several. */
const pivoted = (query: Resolved, context: Context, groupings: readonly Grouping[]): Fragment => {
  const groups = query.breakouts.map((breakout) => lowerTerm(breakout, context).sql)
  if (context.dialect.groupingSets && canBeSets(groups)) {
    const { groupBy, grouping } = groupingSets(groups, groupings)
    return rowsOf(query, { ...context, grouping }, groupBy)
  }
  return unionAll(
    perGrouping(query).map((one) =>
      grouped(one.query, { ...context, grouping: wholeNumber(one.grouping) }),
    ),
  )
}

const select = (query: Resolved, outside: Context, slice: Slice, isNested: boolean): Fragment => {
  const context = contextOf(query, outside)
  const { groupings } = query
  const clauses = [
    groupings ? pivoted(query, context, groupings) : grouped(query, context),
    ...(isOrdered(query, slice, isNested)
      ? [clause(raw('ORDER BY'), orderList(query, context))]
      : []),
    ...slicing(slice),
  ]
  return join(clauses, lineBreak)
}

const lowerNested = (query: Resolved, context: Context): Fragment =>
  select(query, context, query.slice, true)

/** SQL that somebody wrote, with what stands for its tags, as it is. */
export const lowerForeign = (
  { parts, weekStart }: Pick<ResolvedNative, 'parts' | 'weekStart'>,
  dialect: Dialect,
): Fragment => foreignSql(lowerNative(parts, { dialect, weekStart }, lowerNested))

/**
 * `Resolved` → SQL. `slice` is that of the whole answer.
 * @throws {QueryProblem} `unsupported-feature` for what the engine does not have.
 */
export const lower = (query: Resolved, dialect: Dialect, slice: Slice): Fragment =>
  select(query, { dialect, weekStart: query.weekStart }, slice, false)
