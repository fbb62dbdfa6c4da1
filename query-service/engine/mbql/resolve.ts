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

const resolveQuery = (query: Mbql, session: Session): Resolved => {
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

/**
 * Finds every column a query names and settles what it means; `touched` is all that it reads.
 * @throws {Refusal} 400 for tables and fields that are not there, without telling why; 404 for a
 * saved question that is not there.
 */
export const resolve = (
  query: Mbql,
  catalogue: Catalogue,
  weekStart: Weekday,
): { readonly resolved: Resolved; readonly touched: Touched } => {
  const session = openSession(catalogue, weekStart)
  return { resolved: resolveQuery(query, session), touched: session.touched }
}
