import fc from 'fast-check'
import type { DomainEvent } from '../../shared/events/index.ts'
import type { GraphChange } from '../../shared/events/permission-graph.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import type { EventActor, RecordedEvent } from '../../shared/kernel/event.ts'
import type { DatabaseAccess } from '../../shared/permissions/data-access.ts'
import { changesBetween } from '../../shared/permissions/graph/merge.ts'
import { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { recorded, seal } from './recorded.ts'
import { someDatabaseAccess } from './some-access.ts'

/** Events as the log would answer them: a second and a gap of positions apart. */
export const recordAll = (
  messages: readonly Message[],
  actor: (index: number) => EventActor = () => ({ kind: 'user', id: 1 }),
): readonly RecordedEvent[] =>
  messages.map((message, index) => {
    const event = recorded(message, index + 1, { position: BigInt((index + 1) * 3) })
    return {
      ...event,
      metadata: { ...event.metadata, actor: actor(index), requestId: `r${index}` },
    }
  })

export const historyOf = (events: Iterable<RecordedEvent>): AccessHistory => {
  const history = new AccessHistory()
  for (const event of events) history.record(event)
  return history
}

/** The events of a life in brief. */
export const happened = {
  registered: (userId: number): DomainEvent => ({
    type: 'UserRegistered',
    data: {
      userId,
      membershipId: 1_000 + userId,
      emailKey: `key-${userId}`,
      email: seal(`u${userId}@example.com`),
      firstName: seal('Some'),
      lastName: seal('Body'),
      locale: null,
      ssoSource: null,
    },
  }),
  deactivated: (userId: number): DomainEvent => ({ type: 'UserDeactivated', data: { userId } }),
  reactivated: (userId: number): DomainEvent => ({ type: 'UserReactivated', data: { userId } }),
  group: (groupId: number, name = `Group ${groupId}`): DomainEvent => ({
    type: 'GroupCreated',
    data: { groupId, name },
  }),
  groupDeleted: (groupId: number): DomainEvent => ({ type: 'GroupDeleted', data: { groupId } }),
  joined: (
    groupId: number,
    userId: number,
    membershipId = groupId * 100 + userId,
  ): DomainEvent => ({
    type: 'GroupMemberAdded',
    data: { groupId, membershipId, userId, isGroupManager: false },
  }),
  left: (groupId: number, userId: number, membershipId = groupId * 100 + userId): DomainEvent => ({
    type: 'GroupMemberRemoved',
    data: { groupId, membershipId, userId },
  }),
  manages: (
    groupId: number,
    userId: number,
    membershipId = groupId * 100 + userId,
  ): DomainEvent => ({
    type: 'GroupManagerSet',
    data: { groupId, membershipId, userId, isGroupManager: true },
  }),
  cleared: (groupId: number, ...userIds: readonly number[]): DomainEvent => ({
    type: 'GroupCleared',
    data: {
      groupId,
      removed: userIds.map((userId) => ({ membershipId: groupId * 100 + userId, userId })),
    },
  }),
  adminGranted: (userId: number): DomainEvent => ({
    type: 'AdminGranted',
    data: { userId, membershipId: 200 + userId },
  }),
  adminRevoked: (userId: number): DomainEvent => ({
    type: 'AdminRevoked',
    data: { userId, membershipId: 200 + userId },
  }),
  database: (databaseId: number, isSample = false): DomainEvent => ({
    type: 'DatabaseConnected',
    data: {
      databaseId,
      name: `Database ${databaseId}`,
      engine: 'postgres',
      details: {},
      secretRef: null,
      isSample,
      isFullSync: true,
      schedules: {},
      creatorId: null,
    },
  }),
  databaseDeleted: (databaseId: number): DomainEvent => ({
    type: 'DatabaseDeleted',
    data: { databaseId },
  }),
  table: (tableId: number, databaseId: number, schema = 'public', name = `t${tableId}`) =>
    ({
      type: 'TableDiscovered',
      data: { tableId, databaseId, schema, name, kind: 'table', description: null, fields: [] },
    }) satisfies DomainEvent,
  tableRetired: (tableId: number): DomainEvent => ({ type: 'TableRetired', data: { tableId } }),
  tableRestored: (tableId: number): DomainEvent => ({ type: 'TableRestored', data: { tableId } }),
  revised: (
    revision: number,
    changes: readonly GraphChange[],
    comment: string | null = null,
  ): DomainEvent => ({
    type: 'PermissionsGraphRevised',
    data: { revision, changes: [...changes], comment, revertedTo: null },
  }),
} as const

type Act = readonly [kind: number, a: number, b: number, access: DatabaseAccess]

const acts = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 15 }),
    fc.integer({ min: 0, max: 7 }),
    fc.integer({ min: 0, max: 7 }),
    someDatabaseAccess,
  ),
  { minLength: 5, maxLength: 45 },
)

/** Makes each act an event that can follow what the log holds; one that cannot is left out. */
const liveThrough = (asked: readonly Act[]): readonly DomainEvent[] => {
  const events: DomainEvent[] = []
  const history = new AccessHistory()
  const happen = (event: DomainEvent) => {
    events.push(event)
    history.record(recorded(event, events.length))
  }
  const pick = (ids: readonly number[], index: number) => ids[index % Math.max(1, ids.length)]
  let nextId = 10
  happen(happened.group(1, 'All Users'))
  happen(happened.group(2, 'Administrators'))
  happen(happened.registered(1))
  happen(happened.adminGranted(1))
  for (const [kind, a, b, access] of asked) {
    const state = history.at()
    const user = pick(state.userIds(), a) ?? 1
    const group = pick(
      state.groupIds().filter((id) => id > 2),
      b,
    )
    const grantee =
      pick(
        state.groupIds().filter((id) => id !== 2),
        b,
      ) ?? 1
    const database = pick(state.databaseIds(), a)
    nextId += 1
    if (kind === 0) happen(happened.registered(nextId))
    else if (kind === 1)
      happen(
        state.userStatus(user) === 'active'
          ? happened.deactivated(user)
          : happened.reactivated(user),
      )
    else if (kind === 2) happen(happened.group(nextId))
    else if (kind === 3 && a === 0 && group) happen(happened.groupDeleted(group))
    else if (kind >= 4 && kind <= 6 && group) {
      const member = state.membership(group, user)
      if (!member) happen(happened.joined(group, user, nextId))
      else if (kind === 4) happen(happened.left(group, user, member.id))
      else happen(happened.manages(group, user, member.id))
    } else if (kind === 7 && a === 0 && group)
      happen(happened.cleared(group, ...state.memberIdsOf(group)))
    else if (kind === 8) happen(happened.database(nextId, b === 0))
    else if (kind === 9 && b === 0 && database) happen(happened.databaseDeleted(database))
    else if (kind === 10)
      happen(state.membership(2, user) ? happened.adminRevoked(user) : happened.adminGranted(user))
    else if (kind > 10 && database) {
      const pair = { group: grantee, database }
      const changes = changesBetween(pair, state.access(grantee, database), access)
      happen(happened.revised(state.revision + 1, changes))
    }
  }
  return events
}

/** A log in which people, groups, databases and rights come and go. */
export const someLife: fc.Arbitrary<readonly DomainEvent[]> = acts.map(liveThrough)
