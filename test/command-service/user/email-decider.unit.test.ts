import { describe, test } from '@jest/globals'
import { emailDecider } from '../../../command-service/user/email-decider.ts'
import type { EmailEvent } from '../../../shared/events/user.ts'
import { givenFor } from '../../support/given.ts'
import { at } from '../../support/recorded.ts'

const given = givenFor(emailDecider)

const reserved = (userId: number, seconds = 0): EmailEvent => ({
  type: 'EmailReserved',
  data: { userId, reservedAt: at(seconds) },
})
const released = (userId: number): EmailEvent => ({ type: 'EmailReleased', data: { userId } })

describe('reserving an address', () => {
  const reserve = { type: 'ReserveEmail', data: { userId: 1, at: at(0) } } as const
  const later: EmailEvent = {
    type: 'EmailReserved',
    data: { userId: 1, reservedAt: new Date(Date.parse(at(0)) + 1).toISOString() },
  }
  test('gives it to whoever comes first', () => given().when(reserve).then(reserved(1)))
  test('is renewed by its holder, later than before', () =>
    given(reserved(1)).when(reserve).then(later))
  test('is refused while it is another user’s', () =>
    given(reserved(2)).when(reserve).thenRefuses('conflict'))
  test('works again once it was given up, later than before', () =>
    given(reserved(2), released(2)).when(reserve).then(later))
})

describe('taking an address over', () => {
  const abandoned = { userId: 2, reservedAt: at(0) }
  const takeOver = { type: 'TakeOverEmail', data: { userId: 1, abandoned, at: at(9) } } as const
  test('releases it and reserves it in one go', () =>
    given(reserved(2)).when(takeOver).then(released(2), reserved(1, 9)))
  test('is refused when it has passed on to somebody else', () =>
    given(reserved(2), released(2), reserved(3)).when(takeOver).thenRefuses('conflict'))
  test('is refused when its holder has come back to it', () =>
    given(reserved(2), reserved(2, 5)).when(takeOver).thenRefuses('conflict'))
  test('is refused when nobody holds it any more', () =>
    given(reserved(2), released(2)).when(takeOver).thenRefuses('conflict'))
})

describe('giving an address up', () => {
  const reservation = { userId: 1, reservedAt: at(0) }
  const release = { type: 'ReleaseEmail', data: { reservation } } as const
  test('is recorded', () => given(reserved(1)).when(release).then(released(1)))
  test('is recorded once', () => given(reserved(1), released(1)).when(release).then())
  test('leaves a later reservation alone', () =>
    given(reserved(1), reserved(1, 5)).when(release).then())
  test('leaves another user’s alone', () => given(reserved(2)).when(release).then())
})
