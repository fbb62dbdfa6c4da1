import { groupBy } from '../../kernel/group-by.ts'
import type { AccessState } from '../access-state.ts'
import { administratorsId } from '../default-groups.ts'
import type { AccessHistory } from './access-history.ts'
import { whole } from './ledger.ts'
import { type Grant, grantOf, groupPath, ownerPath, type Path } from './path.ts'
import { kindOf, type Resource } from './resource.ts'

/** That a user has a level on a resource, and by which path. */
export type ReviewRow = {
  readonly userId: number
  readonly resource: Resource
  readonly path: Path
}

type Granted = { readonly resource: Resource; readonly grant: Grant }

/** All that can be granted at a moment, apart from schemas and tables. */
const allResources = (state: AccessState): readonly Resource[] => [
  ...state.databaseIds().flatMap((databaseId): Resource[] => [
    { kind: 'data', databaseId },
    { kind: 'native', databaseId },
  ]),
  ...(['root', ...state.collectionIds()] as const).map(
    (collectionId): Resource => ({ kind: 'collection', collectionId }),
  ),
]

/** The schemas and tables about which anything was ever said to a group. */
const saidCells = (ledger: AccessHistory['ledger'], groupId: number): readonly Resource[] => {
  const cells: Resource[] = []
  for (const [databaseId, pair] of ledger.pairs.get(groupId) ?? [])
    for (const [schema, tables] of pair.cells)
      for (const table of tables.keys())
        if (schema !== whole.schema)
          cells.push({
            kind: 'data',
            databaseId,
            schema,
            ...(table !== whole.table && { tableId: table }),
          })
  return cells
}

/** Where the grant was said about the resource itself, not about something around it. */
const isSaidHere = (resource: Resource, { on }: Grant): boolean => {
  if (resource.kind !== 'data') return true
  if (resource.tableId !== undefined) return on === 'table'
  return on === (resource.schema === undefined ? 'database' : 'schema')
}

/** The statements that grant a group anything; each stands for all that is within it. */
const grantsOf = (
  { ledger }: Pick<AccessHistory, 'ledger'>,
  state: AccessState,
  groupId: number,
  resources: readonly Resource[],
  owners: ReadonlyMap<Resource, number>,
): readonly Granted[] => {
  const cells = groupId === administratorsId ? [] : saidCells(ledger, groupId)
  return [...resources, ...cells].flatMap((resource) => {
    const grant = grantOf(ledger, state.position, groupId, resource, owners.get(resource))
    const isSaid = groupId === administratorsId || isSaidHere(resource, grant)
    return isSaid && kindOf(resource).allows(grant.level) ? [{ resource, grant }] : []
  })
}

/** Whose each resource is, of those that are anybody's own. */
const ownersOf = (state: AccessState, resources: readonly Resource[]) => {
  const owners = new Map<Resource, number>()
  for (const resource of resources) {
    const ownerId = kindOf(resource).ownerId(state, resource)
    if (ownerId !== undefined) owners.set(resource, ownerId)
  }
  return owners
}

/**
 * Who has what at a moment, and why: a row for each active user, each of their groups (or the one
 * asked for) and each grant of that group. Made row by row, for there can be very many.
 */
export function* review(
  history: Pick<AccessHistory, 'ledger'>,
  state: AccessState,
  onlyGroupId?: number,
): Generator<ReviewRow> {
  const resources = allResources(state)
  const owners = ownersOf(state, resources)
  const owned = groupBy([...owners], ([, ownerId]) => ownerId)
  const granted = new Map<number, readonly Granted[]>()
  const grantedTo = (groupId: number) => {
    const known = granted.get(groupId)
    if (known) return known
    const grants = grantsOf(history, state, groupId, resources, owners)
    granted.set(groupId, grants)
    return grants
  }
  for (const userId of state.userIds()) {
    if (state.userStatus(userId) !== 'active') continue
    for (const groupId of state.groupIdsOf(userId)) {
      if (onlyGroupId !== undefined && groupId !== onlyGroupId) continue
      for (const { resource, grant } of grantedTo(groupId)) {
        const path = groupPath(history.ledger, state.position, userId, groupId, grant)
        yield { userId, resource, path }
      }
    }
    if (onlyGroupId !== undefined) continue
    for (const [resource] of owned.get(userId) ?? [])
      yield { userId, resource, path: ownerPath(resource) }
  }
}
