import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type GroupCommand, groupDecider } from '../../../command-service/group/decider.ts'
import type { GroupEvent } from '../../../shared/events/group.ts'
import { decide, evolve, fold } from '../../../shared/kernel/decider.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(groupDecider)

const created = (groupId = 3, name = 'Sales'): GroupEvent => ({
  type: 'GroupCreated',
  data: { groupId, name },
})
const renamed: GroupEvent = { type: 'GroupRenamed', data: { groupId: 3, name: 'Revenue' } }
const deleted: GroupEvent = { type: 'GroupDeleted', data: { groupId: 3 } }
const membership = (userId: number, isGroupManager = false, membershipId = userId * 10) => ({
  groupId: 3,
  membershipId,
  userId,
  isGroupManager,
})
const added = (...of: Parameters<typeof membership>): GroupEvent => ({
  type: 'GroupMemberAdded',
  data: membership(...of),
})
const managerSet = (...of: Parameters<typeof membership>): GroupEvent => ({
  type: 'GroupManagerSet',
  data: membership(...of),
})
const removed = (userId: number, membershipId = userId * 10): GroupEvent => ({
  type: 'GroupMemberRemoved',
  data: { groupId: 3, membershipId, userId },
})

const add = (...of: Parameters<typeof membership>): GroupCommand => ({
  type: 'AddMember',
  data: membership(...of),
})
const setManager = (...of: Parameters<typeof membership>): GroupCommand => ({
  type: 'SetManager',
  data: membership(...of),
})
const ensure = (userId: number, isGroupManager?: boolean): GroupCommand => ({
  type: 'EnsureMember',
  data: {
    groupId: 3,
    membershipId: userId * 10,
    userId,
    ...(isGroupManager !== undefined && { isGroupManager }),
  },
})
const remove = (userId: number, membershipId = userId * 10): GroupCommand => ({
  type: 'RemoveMember',
  data: { groupId: 3, membershipId, userId },
})
const ensureNot = (userId: number): GroupCommand => ({
  type: 'EnsureNoMember',
  data: { groupId: 3, userId },
})
const rename = (name: string, groupId = 3): GroupCommand => ({
  type: 'RenameGroup',
  data: { groupId, name },
})
const clear = (groupId = 3): GroupCommand => ({ type: 'ClearGroup', data: { groupId } })
const remove3: GroupCommand = { type: 'DeleteGroup', data: { groupId: 3 } }
const create: GroupCommand = { type: 'CreateGroup', data: { groupId: 3, name: 'Sales' } }

describe('a group', () => {
  test('is created', () => given().when(create).then(created()))
  test('is created once, and its id is never used again', () => {
    given(created()).when(create).then()
    given(created(), deleted).when(create).then()
  })
  test('is renamed', () => given(created()).when(rename('Revenue')).then(renamed))
  test('is not renamed to the name it has', () => {
    given(created()).when(rename('Sales')).then()
    given(created(), renamed).when(rename('Revenue')).then()
  })
  test('is deleted, once', () => {
    given(created(), added(5)).when(remove3).then(deleted)
    given(created(), deleted).when(remove3).thenRefuses('not-found')
  })

  const commands = [rename('Other'), remove3, add(5), ensure(5), setManager(5), remove(5), clear()]
  test.each(commands)('that is not there refuses %j', (command) => {
    given().when(command).thenRefuses('not-found')
    given(created(), added(5), deleted).when(command).thenRefuses('not-found')
  })
  test('that is gone has no members to take out', () =>
    given(created(), added(5), deleted).when(ensureNot(5)).then())
})

describe.each([1, 2])('the default group %i', (groupId) => {
  const it = given(created(groupId, 'Default'))
  const refuses = (command: GroupCommand) => it.when(command).thenRefuses('validation')

  test('is not renamed, but keeps its name', () => {
    refuses(rename('Other', groupId))
    refuses(rename('DEFAULT', groupId))
    it.when(rename('Default', groupId)).then()
  })
  test('is not deleted', () => refuses({ type: 'DeleteGroup', data: { groupId } }))
  test('is not cleared', () => refuses(clear(groupId)))
})

test('All Users takes nobody in: everybody is there', () => {
  const data = { ...membership(5), groupId: 1 }
  given(created(1)).when({ type: 'AddMember', data }).thenRefuses('validation')
  given(created(1)).when({ type: 'EnsureMember', data }).thenRefuses('validation')
})

describe('a member', () => {
  test('is added', () => given(created()).when(add(5)).then(added(5)))
  test('is added as a manager', () => given(created()).when(add(5, true)).then(added(5, true)))
  test('is not added twice', () =>
    given(created(), added(5))
      .when(add(5, false, 99))
      .thenRefuses('conflict'))
  test('comes back with another membership', () =>
    given(created(), added(5), removed(5))
      .when(add(5, false, 99))
      .then(added(5, false, 99)))

  test('becomes a manager and stops being one', () => {
    given(created(), added(5)).when(setManager(5, true)).then(managerSet(5, true))
    given(created(), added(5, true)).when(setManager(5)).then(managerSet(5))
    given(created(), added(5), managerSet(5, true)).when(setManager(5)).then(managerSet(5))
  })
  test('need not be a manager to be made none', () => {
    const command: GroupCommand = { type: 'EnsureNoManager', data: { groupId: 3, userId: 5 } }
    given(created(), added(5, true)).when(command).then(managerSet(5))
    given(created(), added(5)).when(command).then()
    given(created()).when(command).then()
    given(created(), added(5, true), deleted).when(command).then()
  })
  test('stays what it is when asked to be that', () => {
    given(created(), added(5)).when(setManager(5)).then()
    given(created(), added(5), managerSet(5, true)).when(setManager(5, true)).then()
  })

  test('is removed', () => given(created(), added(5)).when(remove(5)).then(removed(5)))
  test('is known by its membership: an old one is nobody’s', () => {
    const back = [created(), added(5), removed(5), added(5, false, 99)]
    given(...back)
      .when(remove(5))
      .thenRefuses('not-found')
    given(...back)
      .when(setManager(5, true))
      .thenRefuses('not-found')
    given(...back)
      .when(remove(5, 99))
      .then(removed(5, 99))
  })
  test('that is none is neither removed nor made a manager', () => {
    given(created(), added(6)).when(remove(5)).thenRefuses('not-found')
    given(created(), added(6)).when(setManager(5, true)).thenRefuses('not-found')
  })
})

describe('seeing to a membership', () => {
  test('makes it, without power unless that is asked for', () => {
    given(created()).when(ensure(5)).then(added(5))
    given(created()).when(ensure(5, true)).then(added(5, true))
  })
  test('leaves one that is there as it is', () => {
    given(created(), added(5, true)).when(ensure(5)).then()
    given(created(), added(5, true)).when(ensure(5, true)).then()
  })
  test('changes who manages, under the membership that is there', () =>
    given(created(), added(5, true, 99))
      .when(ensure(5, false))
      .then(managerSet(5, false, 99)))
  test('ends it, whatever its id', () =>
    given(created(), added(5, true, 99))
      .when(ensureNot(5))
      .then(removed(5, 99)))
  test('of nobody changes nothing', () => given(created()).when(ensureNot(5)).then())
})

describe('clearing', () => {
  test('names whom it removed', () =>
    given(created(), added(5), added(6), added(7), removed(6))
      .when(clear())
      .then({
        type: 'GroupCleared',
        data: {
          groupId: 3,
          removed: [
            { membershipId: 50, userId: 5 },
            { membershipId: 70, userId: 7 },
          ],
        },
      }))
  test('an empty group changes nothing', () => given(created()).when(clear()).then())
  test('leaves nobody', () => {
    const cleared: GroupEvent = {
      type: 'GroupCleared',
      data: { groupId: 3, removed: [{ membershipId: 50, userId: 5 }] },
    }
    given(created(), added(5), cleared).when(clear()).then()
    given(created(), added(5), cleared).when(add(5)).then(added(5))
  })
})

const userIds = fc.integer({ min: 1, max: 4 })
const commands = fc.oneof(
  fc.tuple(userIds, fc.boolean()).map(([userId, manages]) => add(userId, manages)),
  fc.tuple(userIds, fc.option(fc.boolean(), { nil: undefined })).map((it) => ensure(...it)),
  fc.tuple(userIds, fc.boolean()).map(([userId, manages]) => setManager(userId, manages)),
  userIds.map((userId) => remove(userId)),
  userIds.map(ensureNot),
  fc.constant(clear()),
)

test('whatever is asked, asking the same of the outcome changes nothing or is refused', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 30 }), (asked) => {
      let group = fold(groupDecider, [created()])
      for (const command of asked) {
        try {
          for (const event of decide(groupDecider, command, group))
            group = evolve(groupDecider, group, event)
          expect(decide(groupDecider, command, group)).toEqual([])
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }
    }),
  )
})
