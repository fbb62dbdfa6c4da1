import { changedFields, dice, discovery, type Happening } from './life-of-a-service.ts'

/** A group of a stream's usual length, whatever the rest of the log grows to. */
export const groupOfMany = 'group-900000'

/** Of databases and people the service does not know, so that nothing else of it changes. */
const tables = 2_000
const people = 50_000
const stranger = 1_000_000
const tableId = (n: number) => stranger + 20 * n + 1

const access = (userId: number, type: 'UserLoggedIn' | 'UserLoggedOut'): Happening => ({
  stream: `access-${userId}`,
  event:
    type === 'UserLoggedIn'
      ? { type, data: { userId, method: 'password' } }
      : { type, data: { userId } },
})

const group = (): Happening => ({
  stream: groupOfMany,
  event: { type: 'GroupCreated', data: { groupId: 900_000, name: 'Group of many' } },
})

const member = (n: number): Happening => ({
  stream: groupOfMany,
  event: {
    type: 'GroupMemberAdded',
    data: {
      groupId: 900_000,
      userId: stranger + n,
      membershipId: stranger + n,
      isGroupManager: false,
    },
  },
})

/** The same events for any length: the beginning sets the scene, then days go by. */
export async function* daysOfStrangers(count: number, members: number): AsyncGenerator<Happening> {
  const roll = dice()
  for (let n = 0; n < tables; n += 1) yield discovery(tableId(n))
  yield group()
  for (let n = 1; n <= members; n += 1) yield member(n)
  for (let n = tables + members + 1; n < count; n += 1) {
    const kind = roll(100)
    const who = roll(people)
    if (kind < 80) yield access(stranger + who, who % 2 ? 'UserLoggedIn' : 'UserLoggedOut')
    else yield changedFields(tableId(who % tables), `seen ${n % 1_000}`)
  }
}
