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
const add = (userId: number, membershipId = userId * 10): AdminRosterCommand => ({
  type: 'AddAdmin',
  data: { userId, membershipId },
})
const remove = (userId: number, membershipId = userId * 10): AdminRosterCommand => ({
  type: 'RemoveAdmin',
  data: { userId, membershipId },
})

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

describe('adding', () => {
  test('makes an admin', () => given().when(add(1)).then(granted(1)))
  test('is refused for who is one', () =>
    given(granted(1)).when(add(1, 99)).thenRefuses('conflict'))
})

describe('removing', () => {
  test('ends the membership it names', () =>
    given(granted(1), granted(2)).when(remove(1)).then(revoked(1)))
  test('is refused for a membership that is over', () => {
    given(granted(1), granted(2), revoked(1)).when(remove(1)).thenRefuses('not-found')
    given(granted(1), granted(2)).when(remove(1, 99)).thenRefuses('not-found')
  })
  test('is refused for the last one', () =>
    given(granted(1)).when(remove(1)).thenRefuses('validation'))
})

const commands = fc
  .tuple(fc.constantFrom(grant, revoke, add, remove), fc.integer({ min: 1, max: 4 }))
  .map(([command, userId]) => command(userId))

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
