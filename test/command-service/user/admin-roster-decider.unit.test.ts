import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  type AdminRosterCommand,
  adminRosterDecider,
} from '../../../command-service/user/admin-roster-decider.ts'
import type { AdminRosterEvent } from '../../../shared/events/user.ts'
import { decide, evolve, fold } from '../../../shared/kernel/decider.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(adminRosterDecider)

const granted = (userId: number): AdminRosterEvent => ({
  type: 'AdminGranted',
  data: { userId, membershipId: userId * 10 },
})
const revoked = (userId: number): AdminRosterEvent => ({
  type: 'AdminRevoked',
  data: { userId, membershipId: userId * 10 },
})
const grant = (userId: number): AdminRosterCommand => ({
  type: 'GrantAdmin',
  data: { userId, membershipId: userId * 10 },
})
const revoke = (userId: number): AdminRosterCommand => ({ type: 'RevokeAdmin', data: { userId } })

describe('granting', () => {
  test('makes an admin', () => given().when(grant(1)).then(granted(1)))
  test('is done once, whatever the membership', () =>
    given(granted(1))
      .when({ type: 'GrantAdmin', data: { userId: 1, membershipId: 99 } })
      .then())
  test('works again after a revocation', () =>
    given(granted(1), granted(2), revoked(1)).when(grant(1)).then(granted(1)))
})

describe('revoking', () => {
  test('names the membership that ends', () =>
    given(granted(1), granted(2)).when(revoke(1)).then(revoked(1)))
  test('of somebody who is no admin changes nothing', () =>
    given(granted(1)).when(revoke(2)).then())
  test('is refused for the last one', () =>
    given(granted(1)).when(revoke(1)).thenRefuses('validation'))
  test('is refused for the last one left', () =>
    given(granted(1), granted(2), revoked(1)).when(revoke(2)).thenRefuses('validation'))
})

const commands = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 4 }))
  .map(([grants, userId]) => (grants ? grant(userId) : revoke(userId)))

test('once there is an admin there is always one, whatever is asked in whatever order', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 40 }), (asked) => {
      let roster = fold(adminRosterDecider, [granted(1)])
      for (const command of asked) {
        try {
          for (const event of decide(adminRosterDecider, command, roster))
            roster = evolve(adminRosterDecider, roster, event)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
        expect(roster.admins.size).toBeGreaterThan(0)
      }
    }),
  )
})
