import type { DomainEvent } from '../../shared/events/index.ts'
import type { DataGrantRow, NativeGrantRow } from '../../shared/views/grant.ts'

/** What is true after some events, kept as plainly as can be: the yardstick of cleverer folds. */
export type NaiveAccess = {
  readonly users: Map<number, 'active' | 'deactivated'>
  readonly groups: Map<number, string>
  readonly databases: Map<number, string>
  /** `group user` → id of the membership. */
  readonly members: Map<string, number>
  readonly data: Map<string, DataGrantRow>
  readonly native: Map<string, NativeGrantRow>
  revision: number
}

const dropWhere = <V>(map: Map<string, V>, isGone: (value: V, key: string) => boolean) => {
  for (const [key, value] of map) if (isGone(value, key)) map.delete(key)
}

const putData = (
  it: NaiveAccess,
  row: Omit<DataGrantRow, 'level'>,
  level: DataGrantRow['level'] | null,
) => {
  const key = JSON.stringify([row.group_id, row.database_id, row.schema, row.table_id])
  if (level === null) it.data.delete(key)
  else it.data.set(key, { ...row, level })
}

const putNative = (
  it: NaiveAccess,
  row: Omit<NativeGrantRow, 'level'>,
  level: NativeGrantRow['level'] | null,
) => {
  const key = `${row.group_id} ${row.database_id}`
  if (level === null) it.native.delete(key)
  else it.native.set(key, { ...row, level })
}

const apply = (it: NaiveAccess, { type, data }: DomainEvent): void => {
  if (type === 'UserRegistered') {
    it.users.set(data.userId, 'active')
    it.members.set(`1 ${data.userId}`, data.membershipId)
  } else if (type === 'UserDeactivated') it.users.set(data.userId, 'deactivated')
  else if (type === 'UserReactivated') it.users.set(data.userId, 'active')
  else if (type === 'AdminGranted') it.members.set(`2 ${data.userId}`, data.membershipId)
  else if (type === 'AdminRevoked') it.members.delete(`2 ${data.userId}`)
  else if (type === 'GroupCreated') it.groups.set(data.groupId, data.name)
  else if (type === 'GroupDeleted') {
    it.groups.delete(data.groupId)
    dropWhere(it.members, (_, key) => key.startsWith(`${data.groupId} `))
    dropWhere(it.data, (row) => row.group_id === data.groupId)
    dropWhere(it.native, (row) => row.group_id === data.groupId)
  } else if (type === 'GroupMemberAdded')
    it.members.set(`${data.groupId} ${data.userId}`, data.membershipId)
  else if (type === 'GroupMemberRemoved') it.members.delete(`${data.groupId} ${data.userId}`)
  else if (type === 'GroupCleared')
    for (const { userId } of data.removed) it.members.delete(`${data.groupId} ${userId}`)
  else if (type === 'DatabaseConnected') {
    it.databases.set(data.databaseId, data.name)
    const pair = { group_id: 1, database_id: data.databaseId }
    if (!data.isSample) return
    putData(it, { ...pair, schema: '*', table_id: 0 }, 'all')
    putNative(it, pair, 'none')
  } else if (type === 'DatabaseDeleted') {
    it.databases.delete(data.databaseId)
    dropWhere(it.data, (row) => row.database_id === data.databaseId)
    dropWhere(it.native, (row) => row.database_id === data.databaseId)
  } else if (type === 'PermissionsGraphRevised') {
    it.revision = data.revision
    for (const change of data.changes) {
      const pair = { group_id: change.group, database_id: change.database }
      if (change.right === 'native') putNative(it, pair, change.to)
      else {
        const { schema = '*', table = 0, to } = change
        putData(it, { ...pair, schema, table_id: table }, to)
      }
    }
  }
}

/** Folds events from nothing. */
export const naiveAccess = (events: Iterable<DomainEvent>): NaiveAccess => {
  const it: NaiveAccess = {
    users: new Map(),
    groups: new Map(),
    databases: new Map(),
    members: new Map(),
    data: new Map(),
    native: new Map(),
    revision: 0,
  }
  for (const event of events) apply(it, event)
  return it
}

export const groupIdsIn = ({ members, groups }: NaiveAccess, userId: number): number[] =>
  [...groups.keys()].filter((id) => members.has(`${id} ${userId}`)).sort((a, b) => a - b)
