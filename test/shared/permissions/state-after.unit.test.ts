import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { stateAfter } from '../../../shared/permissions/state-after.ts'
import { historyOf, recordAll, someLife } from '../../support/some-history.ts'

/** Events that a dry run of memberships, groups and accounts decides. */
const tried = /^(GroupMember|GroupCleared|GroupDeleted|Admin|UserDeactivated|UserReactivated)/

test('memberships and accounts after some events are those that the log would hold', () => {
  let looked = 0
  fc.assert(
    fc.property(someLife, (life) => {
      const history = historyOf(recordAll(life))
      for (const [index, event] of life.entries()) {
        if (!tried.test(event.type)) continue
        looked += 1
        const before = history.at(BigInt(index * 3))
        const real = history.at(BigInt((index + 1) * 3))
        const { after, userIds } = stateAfter(before, [event])
        for (const userId of before.userIds()) {
          expect(after.groupIdsOf(userId)).toEqual(real.groupIdsOf(userId))
          expect(after.userStatus(userId)).toBe(real.userStatus(userId))
          const changed =
            String(real.groupIdsOf(userId)) !== String(before.groupIdsOf(userId)) ||
            real.userStatus(userId) !== before.userStatus(userId)
          if (changed) expect(userIds).toContain(userId)
        }
      }
    }),
    { numRuns: 60 },
  )
  expect(looked).toBeGreaterThan(100)
})
