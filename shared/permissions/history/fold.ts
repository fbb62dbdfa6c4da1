import type { CollectionEvent, CollectionTreeEvent } from '../../events/collection.ts'
import type { DatabaseEvent, TableEvent } from '../../events/database.ts'
import type { GroupEvent } from '../../events/group.ts'
import type { PermissionGraphEvent } from '../../events/permission-graph.ts'
import type { AdminRosterEvent, UserEvent } from '../../events/user.ts'
import type { Named } from '../../kernel/decider.ts'
import type { RecordedEvent } from '../../kernel/event.ts'
import type { CollectionState } from '../access-state.ts'
import { administratorsId, allUsersId } from '../default-groups.ts'
import type { Ledger } from './ledger.ts'
import type { Moment } from './timeline.ts'

type AccessEvent =
  | UserEvent
  | AdminRosterEvent
  | GroupEvent
  | DatabaseEvent
  | TableEvent
  | PermissionGraphEvent
  | CollectionEvent
  | CollectionTreeEvent

type Step<D> = (ledger: Ledger, data: D, since: Moment) => void
type Steps = { readonly [T in AccessEvent['type']]?: Step<Named<AccessEvent, T>['data']> }

const leave = (ledger: Ledger, groupId: number, userIds: Iterable<number>, since: Moment) => {
  for (const userId of userIds) {
    const timeline = ledger.membership(groupId, userId)
    if (timeline.latest) timeline.set(null, since)
  }
}

/** What was granted on something that is gone is gone with it. */
const endPair = (ledger: Ledger, groupId: number, databaseId: number, since: Moment) => {
  const pair = ledger.pairs.get(groupId)?.get(databaseId)
  if (!pair) return
  if (pair.native.latest) pair.native.set(null, since)
  for (const tables of pair.cells.values())
    for (const cell of tables.values()) if (cell.latest) cell.set(null, since)
}

const changeCollections = (
  ledger: Ledger,
  ids: Iterable<number>,
  since: Moment,
  change: (was: CollectionState, id: number) => CollectionState | null,
) => {
  for (const id of ids) {
    const timeline = ledger.collections.of(id)
    const was = timeline.latest
    if (was) timeline.set(change(was, id), since)
  }
}

const turnTable = (ledger: Ledger, tableId: number, { position }: Moment) =>
  ledger.tables.get(tableId)?.turns.push(Number(position))

const numbered = (since: Moment, revision: number) => ({ ...since, revision })

const steps: Steps = {
  UserRegistered: (ledger, { userId, membershipId }, since) => {
    ledger.users.of(userId).set('active', since)
    ledger.membershipIds.set(membershipId, { groupId: allUsersId, userId })
    ledger.membership(allUsersId, userId).set({ id: membershipId, isGroupManager: false }, since)
  },
  UserDeactivated: (ledger, { userId }, since) => ledger.users.of(userId).set('deactivated', since),
  UserReactivated: (ledger, { userId }, since) => ledger.users.of(userId).set('active', since),

  AdminGranted: (ledger, { userId, membershipId }, since) => {
    ledger.membershipIds.set(membershipId, { groupId: administratorsId, userId })
    ledger
      .membership(administratorsId, userId)
      .set({ id: membershipId, isGroupManager: false }, since)
  },
  AdminRevoked: (ledger, { userId }, since) => leave(ledger, administratorsId, [userId], since),

  GroupCreated: (ledger, { groupId, name }, since) => ledger.groups.of(groupId).set(name, since),
  GroupRenamed: (ledger, { groupId, name }, since) => ledger.groups.of(groupId).set(name, since),
  GroupDeleted: (ledger, { groupId }, since) => {
    ledger.groups.of(groupId).set(null, since)
    leave(ledger, groupId, ledger.membersOf.of(groupId).keys(), since)
    for (const databaseId of ledger.pairs.of(groupId).keys())
      endPair(ledger, groupId, databaseId, since)
    for (const level of ledger.collectionLevels.of(groupId).values())
      if (level.latest) level.set(null, since)
  },
  GroupMemberAdded: (ledger, { groupId, membershipId, userId, isGroupManager }, since) => {
    ledger.membershipIds.set(membershipId, { groupId, userId })
    ledger.membership(groupId, userId).set({ id: membershipId, isGroupManager }, since)
  },
  GroupManagerSet: (ledger, { groupId, membershipId, userId, isGroupManager }, since) =>
    ledger.membership(groupId, userId).set({ id: membershipId, isGroupManager }, since),
  GroupMemberRemoved: (ledger, { groupId, userId }, since) =>
    leave(ledger, groupId, [userId], since),
  GroupCleared: (ledger, { groupId, removed }, since) =>
    leave(
      ledger,
      groupId,
      removed.map(({ userId }) => userId),
      since,
    ),

  DatabaseConnected: (ledger, { databaseId, name, isSample }, since) => {
    ledger.databases.of(databaseId).set(name, since)
    if (!isSample) return
    // Decision P5: the sample database is there for everybody.
    const pair = ledger.pairs.of(allUsersId).of(databaseId)
    pair.cell().set('all', since)
    pair.native.set('none', since)
  },
  DatabaseRenamed: (ledger, { databaseId, name }, since) =>
    ledger.databases.of(databaseId).set(name, since),
  DatabaseActionsSwitched: (ledger, { databaseId, isOn }, since) =>
    ledger.actions.of(databaseId).set(isOn, since),
  DatabaseDeleted: (ledger, { databaseId }, since) => {
    ledger.databases.of(databaseId).set(null, since)
    for (const groupId of ledger.pairs.keys()) endPair(ledger, groupId, databaseId, since)
  },

  TableDiscovered: (ledger, { tableId, databaseId, schema, name }, since) => {
    const turns = [Number(since.position)]
    ledger.tables.set(tableId, { databaseId, schema, name, turns })
    ledger.tablesOf.of(databaseId).push(tableId)
  },
  TableRetired: (ledger, { tableId }, since) => turnTable(ledger, tableId, since),
  TableRestored: (ledger, { tableId }, since) => turnTable(ledger, tableId, since),

  PermissionsGraphRevised: (ledger, { revision, changes, comment, revertedTo }, moment) => {
    const since = numbered(moment, revision)
    ledger.revisions.push({ since, comment, revertedTo, changes })
    for (const change of changes) {
      const pair = ledger.pairs.of(change.group).of(change.database)
      if (change.right === 'native') pair.native.set(change.to, since)
      else pair.cell(change.schema, change.table).set(change.to, since)
    }
  },

  CollectionGraphRevised: (ledger, { revision, changes, comment, revertedTo }, moment) => {
    const since = numbered(moment, revision)
    ledger.collectionRevisions.push({ since, comment, revertedTo, changes })
    for (const { group, collection, to } of changes)
      ledger.collectionLevels.of(group).of(collection).set(to, since)
  },

  CollectionCreated: (ledger, data, since) => {
    const { collectionId, name, description, parentId, personalOwnerId, authorityLevel } = data
    ledger.collections.of(collectionId).set(
      {
        name,
        description,
        parentId,
        personalOwnerId,
        authorityLevel,
        archived: false,
        archivedWith: null,
      },
      since,
    )
    for (const { group, level } of data.access)
      ledger.collectionLevels.of(group).of(collectionId).set(level, since)
  },
  CollectionChanged: (ledger, { collectionId, name, description, authorityLevel }, since) =>
    changeCollections(ledger, [collectionId], since, (was) => ({
      ...was,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(authorityLevel !== undefined && { authorityLevel }),
    })),
  CollectionMoved: (ledger, { collectionId, to, cascade, access }, since) => {
    changeCollections(ledger, [collectionId], since, (was) => ({ ...was, parentId: to }))
    for (const { group, level } of access)
      for (const id of [collectionId, ...cascade])
        ledger.collectionLevels.of(group).of(id).set(level, since)
  },
  CollectionArchived: (ledger, { collectionId, cascade }, since) =>
    changeCollections(ledger, [collectionId, ...cascade], since, (was, id) => ({
      ...was,
      archived: true,
      archivedWith: id === collectionId ? null : collectionId,
    })),
  CollectionRestored: (ledger, { collectionId, cascade }, since) =>
    changeCollections(ledger, [collectionId, ...cascade], since, (was) => ({
      ...was,
      archived: false,
      archivedWith: null,
    })),
  CollectionDeleted: (ledger, { collectionId, cascade }, since) =>
    changeCollections(ledger, [collectionId, ...cascade], since, () => null),
}

/** The events that bear on who may do what with what there is; all others can be passed over. */
export const accessEventTypes: readonly string[] = Object.keys(steps)

const treeEvents: ReadonlySet<string> = new Set([
  'CollectionMoved',
  'CollectionArchived',
  'CollectionRestored',
  'CollectionDeleted',
] satisfies CollectionTreeEvent['type'][])

/** Adds the next event of the log to what is known; events come in order and once each. */
export const recordAccess = (ledger: Ledger, event: RecordedEvent): void => {
  const step = steps[event.type as AccessEvent['type']] as Step<unknown> | undefined
  if (!step) return
  const since: Moment = {
    position: event.position,
    at: event.recordedAt,
    type: event.type,
    actor: event.metadata.actor,
    requestId: event.metadata.requestId,
    revision: undefined,
  }
  ledger.moments.push(since)
  if (treeEvents.has(event.type)) ledger.treeChanges.push(event.position)
  step(ledger, event.data, since)
}
