import { describe, expect, test } from '@jest/globals'
import {
  adminAskedFor,
  type Groups,
  groupsAskedFor,
  isAsBefore,
  refuseImpossible,
} from '../../../command-service/user/groups.ts'
import { AccessHistory } from '../../../shared/permissions/history/access-history.ts'
import { recorded } from '../../support/recorded.ts'

const groups = (...entries: [number, boolean?][]): Groups =>
  new Map(entries.map(([id, manages]) => [id, manages]))
const refused = (field: string) =>
  expect.objectContaining({
    kind: 'validation',
    extras: { errors: { [field]: expect.any(String) } },
  })

describe('a body', () => {
  test.each<[string, Parameters<typeof groupsAskedFor>[0], Groups | undefined]>([
    ['that says nothing of groups asks for none', {}, undefined],
    ['may say nothing with null', { group_ids: null, user_group_memberships: null }, undefined],
    ['asks for All Users without saying so', { group_ids: [] }, groups([1])],
    ['asks for each group once', { group_ids: [4, 1, 4, 3] }, groups([1], [4], [3])],
    [
      'asks for managers',
      { user_group_memberships: [{ id: 4, is_group_manager: true }, { id: 3 }] },
      groups([1], [4, true], [3]),
    ],
    [
      'may say the same twice',
      { group_ids: [4, 1], user_group_memberships: [{ id: 4, is_group_manager: false }] },
      groups([1], [4, false]),
    ],
  ])('%s', (_, body, asked) => expect(groupsAskedFor(body)).toEqual(asked))

  test.each([
    { group_ids: [4], user_group_memberships: [{ id: 3 }] },
    { group_ids: [], user_group_memberships: [{ id: 3 }] },
    { group_ids: [3, 4], user_group_memberships: [{ id: 3 }] },
  ])('that says two things is refused: %j', (body) => {
    expect(() => groupsAskedFor(body)).toThrow(refused('user_group_memberships'))
  })
})

describe('being an admin and being in Administrators', () => {
  const [inside, outside] = [groups([1], [2]), groups([1], [3])]

  test('is asked for under either name', () => {
    expect(adminAskedFor(undefined, undefined)).toBeUndefined()
    for (const asked of [undefined, inside]) expect(adminAskedFor(true, asked)).toBe(true)
    for (const asked of [undefined, outside]) expect(adminAskedFor(false, asked)).toBe(false)
    expect(adminAskedFor(undefined, inside)).toBe(true)
    expect(adminAskedFor(undefined, outside)).toBe(false)
  })
  test('is one thing, so that a body cannot want half of it', () => {
    expect(() => adminAskedFor(true, outside)).toThrow(refused('is_superuser'))
    expect(() => adminAskedFor(false, inside)).toThrow(refused('is_superuser'))
  })
})

test('what is asked for is as before when groups and managers are', () => {
  const before = groups([1, false], [3, true])
  for (const same of [before, groups([3], [1]), groups([1], [3, true])])
    expect(isAsBefore(same, before)).toBe(true)
  for (const other of [
    groups([1]),
    groups([1], [4]),
    groups([1], [3, false]),
    groups([1], [3], [4]),
  ])
    expect(isAsBefore(other, before)).toBe(false)
})

describe('what cannot be', () => {
  const history = new AccessHistory()
  const names = ['All Users', 'Administrators', 'Sales']
  for (const [index, name] of names.entries())
    history.record(
      recorded({ type: 'GroupCreated', data: { groupId: index + 1, name } }, index + 1),
    )
  const check = (asked: Groups, before = groups()) => refuseImpossible(asked, before, history.at())

  test('is a group there is not', () => {
    check(groups([1], [2], [3]))
    expect(() => check(groups([1], [4]))).toThrow(refused('group_ids'))
  })
  test('is a manager of a default group, or an admin who becomes a manager', () => {
    check(groups([1], [3, true]))
    for (const asked of [groups([1, true]), groups([1], [2, true]), groups([1], [2], [3, true])])
      expect(() => check(asked)).toThrow(refused('user_group_memberships'))
  })
  test('is not what is already', () => check(groups([1], [2], [3, true]), groups([1], [3, true])))
})
