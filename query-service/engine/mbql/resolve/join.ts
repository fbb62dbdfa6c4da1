import { refuseUnless } from '../../../../shared/kernel/refusal.ts'
import type { Join, Mbql } from '../ast.ts'
import type { Resolved } from '../resolved.ts'
import { resolveFilter } from './condition.ts'
import { reachedBy } from './implicit-join.ts'
import type { Scope } from './scope.ts'
import type { Session } from './session.ts'
import { openSource } from './source.ts'

type ResolveQuery = (query: Mbql, session: Session) => Resolved

/** An explicit join that is open: what its columns are called by, in the query and in the SQL. */
export type OpenJoin = { readonly join: Join; readonly alias: string }

/** The alias given, or one that no other join of the query has. */
const aliasOf = (join: Join, scope: Scope, wish: string): string => {
  if (join.alias !== undefined) {
    refuseUnless(!scope.joined.has(join.alias), 'validation', 'Two joins have the same alias.', {
      errors: { [`${join.path}.alias`]: 'Two joins have the same alias.' },
    })
    return join.alias
  }
  let alias = wish
  for (let number = 2; scope.joined.has(alias); number += 1) alias = `${wish}_${number}`
  return alias
}

/** Makes a join's columns seen, and then settles its condition. @throws {Refusal} 400 or 404 */
const openJoin = (join: Join, scope: Scope, resolve: ResolveQuery): OpenJoin => {
  const named: string[] = []
  const nameIt = (wish: string) => {
    const name = scope.nameIt(join.alias ?? wish)
    named.push(wish)
    return name
  }
  const { source, relation } = openSource(join.source, scope.session, nameIt, resolve)
  const label = source.kind === 'table' ? source.table.display_name : (named[0] ?? 'source')
  const alias = aliasOf(join, scope, label)
  scope.joined.set(alias, reachedBy(relation, alias, { source_alias: alias }))
  const condition = resolveFilter(join.condition, scope)
  scope.joins.push({ source, alias: relation.alias, strategy: join.strategy, condition })
  return { join, alias }
}

export const openJoins = (
  joins: readonly Join[],
  scope: Scope,
  resolve: ResolveQuery,
): readonly OpenJoin[] => joins.map((join) => openJoin(join, scope, resolve))
