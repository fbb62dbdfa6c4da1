import type { GraphChange } from '../../shared/events/permission-graph.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import { connection, dice, discovery, type Happening, registration } from './life-of-a-service.ts'

/** Who is given rights, and on what: each user is in a few groups, each group works with some tables. */
export const crowd = {
  users: 1_000,
  groups: 500,
  databases: 20,
  tables: 200,
  perUser: 6,
  perGroup: 20,
} as const

const groupOf = (n: number) => 3 + n

const group = (groupId: number, name: string): Happening => ({
  stream: `group-${groupId}`,
  event: { type: 'GroupCreated', data: { groupId, name } },
})

const member = (groupId: number, userId: number, membershipId: number): Happening => ({
  stream: `group-${groupId}`,
  event: {
    type: 'GroupMemberAdded',
    data: { groupId, userId, membershipId, isGroupManager: false },
  },
})

/** Levels as they are now, so that each change says truly what was before. */
const levels = new Map<string, 'all' | null>()

const flip = (revision: number, roll: (sides: number) => number): Happening => {
  const changes: GraphChange[] = []
  for (let n = 0; n < 2; n += 1) {
    const group = groupOf(roll(crowd.groups))
    const tableId = 1 + ((group * 37 + roll(crowd.perGroup)) % crowd.tables)
    const key = `${group} ${tableId}`
    const from = levels.get(key) ?? null
    const to = from === null ? 'all' : null
    levels.set(key, to)
    const database = 1 + (tableId % crowd.databases)
    const place = { schema: 'public', table: tableId }
    changes.push({ group, database, right: 'data', ...place, from, to })
  }
  return {
    stream: 'permissions-graph',
    event: {
      type: 'PermissionsGraphRevised',
      data: { revision, changes, comment: `Change ${revision}`, revertedTo: null },
    },
  }
}

/** A thousand people in five hundred groups, and so many revisions of two tables' rights each. */
export async function* lifeOfAGraph(revisions: number, people: PersonalData) {
  const roll = dice()
  levels.clear()
  yield group(1, 'All Users')
  yield group(2, 'Administrators')
  for (let n = 0; n < crowd.groups; n += 1) yield group(groupOf(n), `Group ${n}`)
  for (let id = 1; id <= crowd.databases; id += 1) yield connection(id)
  for (let id = 1; id <= crowd.tables; id += 1) yield discovery(id)
  let membershipId = 10_000
  for (let userId = 1; userId <= crowd.users; userId += 1) {
    yield await registration(userId, people)
    for (let n = 0; n < crowd.perUser; n += 1) {
      membershipId += 1
      yield member(groupOf((userId * 7 + n * 83) % crowd.groups), userId, membershipId)
    }
  }
  for (let revision = 1; revision <= revisions; revision += 1) yield flip(revision, roll)
}
