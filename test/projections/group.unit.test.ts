import { describe, expect, test } from '@jest/globals'
import { dataGrantProjection } from '../../projections/data-grant.ts'
import { groupProjection } from '../../projections/group.ts'
import { membershipProjection } from '../../projections/membership.ts'
import type { GroupEvent } from '../../shared/events/group.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import { dataGrants, nativeGrants } from '../../shared/views/grant.ts'
import { groups, memberships } from '../../shared/views/group.ts'
import { projected } from '../support/memory-tables.ts'
import { databaseConnected } from '../support/projection-lab.ts'

const given = (...history: Message[]) =>
  projected([groupProjection, membershipProjection, dataGrantProjection], ...history)

const created = (groupId: number, name: string): GroupEvent => ({
  type: 'GroupCreated',
  data: { groupId, name },
})
const added = (groupId: number, userId: number, isGroupManager = false): GroupEvent => ({
  type: 'GroupMemberAdded',
  data: { groupId, membershipId: groupId * 100 + userId, userId, isGroupManager },
})
const row = (group_id: number, user_id: number, is_group_manager = false) => ({
  id: group_id * 100 + user_id,
  group_id,
  user_id,
  is_group_manager,
})

describe('groups', () => {
  test('come, change their names and go', () => {
    const history = [created(3, 'Sales'), created(4, 'Support')]
    const [sales, support] = [
      { id: 3, name: 'Sales' },
      { id: 4, name: 'Support' },
    ]
    expect(given(...history).rows(groups)).toEqual([sales, support])
    const renamed: GroupEvent = { type: 'GroupRenamed', data: { groupId: 3, name: 'Revenue' } }
    expect(given(...history, renamed).rows(groups)).toEqual([
      { ...sales, name: 'Revenue' },
      support,
    ])
    const deleted: GroupEvent = { type: 'GroupDeleted', data: { groupId: 3 } }
    expect(given(...history, deleted).rows(groups)).toEqual([support])
  })
})

describe('members', () => {
  const three = [added(3, 1), added(3, 2, true), added(4, 1)]

  test('join', () => {
    expect(given(...three).rows(memberships)).toEqual([row(3, 1), row(3, 2, true), row(4, 1)])
  })

  test.each<[string, GroupEvent, object[]]>([
    [
      'become managers',
      {
        type: 'GroupManagerSet',
        data: { groupId: 3, membershipId: 301, userId: 1, isGroupManager: true },
      },
      [row(3, 1, true), row(3, 2, true), row(4, 1)],
    ],
    [
      'leave',
      { type: 'GroupMemberRemoved', data: { groupId: 3, membershipId: 301, userId: 1 } },
      [row(3, 2, true), row(4, 1)],
    ],
    [
      'are cleared out, those it names',
      {
        type: 'GroupCleared',
        data: { groupId: 3, removed: [{ membershipId: 302, userId: 2 }] },
      },
      [row(3, 1), row(4, 1)],
    ],
    ['go with their group', { type: 'GroupDeleted', data: { groupId: 3 } }, [row(4, 1)]],
  ])('%s', (_, event, rows) => {
    expect(given(...three, event).rows(memberships)).toEqual(rows)
  })

  test('who come back have the membership they came back with', () => {
    const left: GroupEvent = {
      type: 'GroupMemberRemoved',
      data: { groupId: 3, membershipId: 301, userId: 1 },
    }
    const back: GroupEvent = {
      type: 'GroupMemberAdded',
      data: { groupId: 3, membershipId: 999, userId: 1, isGroupManager: false },
    }
    expect(given(...three, left, back).rows(memberships)).toEqual([
      row(3, 2, true),
      row(4, 1),
      { ...row(3, 1), id: 999 },
    ])
  })
})

test('what a group was granted goes with it', () => {
  const history = [databaseConnected(1, true), databaseConnected(2, true)]
  expect(given(...history).rows(dataGrants)).toHaveLength(2)
  // All Users is never deleted; to a projection it is a group like any other.
  const gone = given(...history, { type: 'GroupDeleted', data: { groupId: 1 } })
  expect([gone.rows(dataGrants), gone.rows(nativeGrants)]).toEqual([[], []])
  const other = given(...history, { type: 'GroupDeleted', data: { groupId: 3 } })
  expect([other.rows(dataGrants).length, other.rows(nativeGrants).length]).toEqual([2, 2])
})
