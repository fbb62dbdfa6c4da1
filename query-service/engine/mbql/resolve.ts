import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import { uniqueAliases } from './alias.ts'
import type { Mbql } from './ast.ts'
import type { Catalogue } from './catalogue.ts'
import { resolveFilter } from './resolve/condition.ts'
import { openJoins } from './resolve/join.ts'
import { openScope } from './resolve/scope.ts'
import { hasWindows, resolveSelection } from './resolve/selection.ts'
import { openSession, type Session, type Touched } from './resolve/session.ts'
import { openSource } from './resolve/source.ts'
import { inStages } from './resolve/window.ts'
import type { Resolved, Slice } from './resolved.ts'

const sliceOf = ({ limit, page }: Mbql): Slice => {
  if (!page) return { limit }
  return {
    limit: Math.min(limit ?? page.items, page.items),
    offset: page.items * (page.number - 1),
  }
}

/** One level of a query, and all inside it. @throws {Refusal} @throws {QueryProblem} */
export const resolveQuery = (query: Mbql, session: Session): Resolved => {
  const nameIt = uniqueAliases()
  const { source, relation } = openSource(query.source, session, nameIt, resolveQuery)
  const scope = openScope(session, relation, query.expressions, nameIt)
  const joins = openJoins(query.joins, scope, resolveQuery)
  const selection = resolveSelection(query, joins, scope)
  const condition = query.filter && resolveFilter(query.filter, scope)
  const resolved: Resolved = {
    source,
    alias: relation.alias,
    joins: scope.joins,
    weekStart: session.weekStart,
    ...selection,
    ...(condition ? { condition } : {}),
    slice: sliceOf(query),
  }
  return hasWindows(selection) ? inStages(resolved) : resolved
}

type Result = {
  readonly resolved: Resolved
  /** What the query names itself: rights go by it. */
  readonly touched: Touched
  /** Ids of all tables, also of those under saved questions. */
  readonly reads: ReadonlySet<number>
}

/**
 * Finds every column a query names and settles what it means.
 * @throws {Refusal} 400 for tables and fields that are not there, without telling why; 404 for a
 * saved question that is not there.
 */
export const resolve = (query: Mbql, catalogue: Catalogue, weekStart: Weekday): Result => {
  const session = openSession(catalogue, weekStart)
  const resolved = resolveQuery(query, session)
  return { resolved, touched: session.touched, reads: session.reads }
}
