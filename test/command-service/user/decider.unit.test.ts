import { describe, test } from '@jest/globals'
import { userDecider } from '../../../command-service/user/decider.ts'
import type { UserEvent } from '../../../shared/events/user.ts'
import { givenFor } from '../../support/given.ts'
import { seal } from '../../support/recorded.ts'

const given = givenFor(userDecider)

const ada = {
  userId: 7,
  membershipId: 70,
  emailKey: 'key of ada',
  email: seal('ada@example.com'),
  firstName: seal('Ada'),
  lastName: seal('Lovelace'),
  locale: 'en',
  ssoSource: null,
}
const registered: UserEvent = { type: 'UserRegistered', data: ada }
const deactivated: UserEvent = { type: 'UserDeactivated', data: { userId: 7 } }
const reactivated: UserEvent = { type: 'UserReactivated', data: { userId: 7 } }

describe('registering', () => {
  const register = { type: 'RegisterUser', data: ada } as const
  test('makes a user', () => given().when(register).then(registered))
  test('is done once', () => given(registered).when(register).thenRefuses('conflict'))
  test('does not bring a deactivated user back', () =>
    given(registered, deactivated).when(register).thenRefuses('conflict'))
})

describe('changing the profile', () => {
  const rename = {
    type: 'ChangeProfile',
    data: { userId: 7, firstName: seal('Augusta'), commonName: seal('Augusta Lovelace') },
  } as const
  const speak = (locale: string | null) =>
    ({ type: 'ChangeProfile', data: { userId: 7, locale } }) as const

  test('records what differs', () =>
    given(registered).when(rename).then({ type: 'UserProfileChanged', data: rename.data }))
  test('records nothing when nothing is given', () =>
    given(registered)
      .when({ type: 'ChangeProfile', data: { userId: 7 } })
      .then())
  test('records no locale that is the present one', () =>
    given(registered).when(speak('en')).then())
  test('can leave the locale to the installation again', () =>
    given(registered)
      .when(speak(null))
      .then({ type: 'UserProfileChanged', data: { userId: 7, locale: null } }))
  test('compares with the last locale, not the first', () =>
    given(registered, { type: 'UserProfileChanged', data: { userId: 7, locale: 'de' } })
      .when(speak('de'))
      .then())
  test('is refused for nobody', () => given().when(rename).thenRefuses('not-found'))
  test('is refused for a deactivated user', () =>
    given(registered, deactivated).when(rename).thenRefuses('not-found'))
})

describe('changing the address', () => {
  const data = { userId: 7, emailKey: 'key of countess', email: seal('countess@example.com') }
  const move = { type: 'ChangeEmail', data } as const
  test('is recorded', () => given(registered).when(move).then({ type: 'UserEmailChanged', data }))
  test('is refused for a deactivated user', () =>
    given(registered, deactivated).when(move).thenRefuses('not-found'))
})

describe('dismissing an introduction', () => {
  const data = { userId: 7, modal: 'qbnewb' }
  const dismiss = { type: 'DismissModal', data } as const
  const dismissed: UserEvent = { type: 'UserModalDismissed', data }
  test('is recorded', () => given(registered).when(dismiss).then(dismissed))
  test('is recorded once', () => given(registered, dismissed).when(dismiss).then())
  test('is recorded for each introduction', () => {
    const other = { userId: 7, modal: 'tour' }
    given(registered, dismissed)
      .when({ type: 'DismissModal', data: other })
      .then({ type: 'UserModalDismissed', data: other })
  })
  test('is refused for nobody', () => given().when(dismiss).thenRefuses('not-found'))
})

describe('a changed password', () => {
  const note = { type: 'NotePasswordChange', data: { userId: 7 } } as const
  const noted: UserEvent = { type: 'UserPasswordChanged', data: { userId: 7 } }
  test('is noted', () => given(registered).when(note).then(noted))
  test('is noted each time, for it ended sessions each time', () =>
    given(registered, noted).when(note).then(noted))
  test('is refused for a deactivated user', () =>
    given(registered, deactivated).when(note).thenRefuses('not-found'))
})

describe('coming and going', () => {
  const deactivate = { type: 'DeactivateUser', data: { userId: 7 } } as const
  const reactivate = { type: 'ReactivateUser', data: { userId: 7 } } as const
  test('an active user can be deactivated', () =>
    given(registered).when(deactivate).then(deactivated))
  test('once', () => given(registered, deactivated).when(deactivate).then())
  test('nobody cannot', () => given().when(deactivate).thenRefuses('not-found'))
  test('a deactivated user can be reactivated', () =>
    given(registered, deactivated).when(reactivate).then(reactivated))
  test('and deactivated again', () =>
    given(registered, deactivated, reactivated).when(deactivate).then(deactivated))
  test('an active user cannot be reactivated', () =>
    given(registered).when(reactivate).thenRefuses('validation'))
  test('nobody cannot either', () => given().when(reactivate).thenRefuses('not-found'))
})

describe('setting a password with a reset token', () => {
  const basis = { userId: 7, credentialVersion: 0, emailKey: 'key of ada' }
  const use = { type: 'UseResetToken', data: basis } as const
  const used: UserEvent = { type: 'UserResetTokenUsed', data: { userId: 7 } }
  const passwordChanged: UserEvent = { type: 'UserPasswordChanged', data: { userId: 7 } }

  test('works once', () => {
    given(registered).when(use).then(used)
    given(registered, used).when(use).thenRefuses('validation')
  })
  test.each<[string, UserEvent[]]>([
    ['another password', [passwordChanged]],
    ['a time without access', [deactivated, reactivated]],
    [
      'another address',
      [
        {
          type: 'UserEmailChanged',
          data: { userId: 7, email: seal('a@example.com'), emailKey: 'key of a' },
        },
      ],
    ],
  ])('is over after %s', (_, events) =>
    given(registered, ...events)
      .when(use)
      .thenRefuses('validation'),
  )
  test('is for nobody who is deactivated, unknown, or comes from elsewhere', () => {
    given(registered, deactivated)
      .when({ ...use, data: { ...basis, credentialVersion: 1 } })
      .thenRefuses('validation')
    given().when(use).thenRefuses('validation')
    given({ type: 'UserRegistered', data: { ...ada, ssoSource: 'idp' } })
      .when(use)
      .thenRefuses('validation')
  })
  test('nor is any other password for who comes from elsewhere', () =>
    given({ type: 'UserRegistered', data: { ...ada, ssoSource: 'idp' } })
      .when({ type: 'NotePasswordChange', data: { userId: 7 } })
      .thenRefuses('validation'))
})

describe('being somebody at the identity provider', () => {
  const link = (identityKey: string, issuer = 'https://id.example.com') =>
    ({ userId: 7, identityKey, issuer }) as const
  const linked = (...of: Parameters<typeof link>): UserEvent => ({
    type: 'UserIdentityLinked',
    data: link(...of),
  })
  const asks = (...of: Parameters<typeof link>) =>
    ({ type: 'LinkIdentity', data: link(...of) }) as const

  test('is noted once', () => {
    given(registered).when(asks('a')).then(linked('a'))
    given(registered, linked('a')).when(asks('a')).then()
  })
  test('is not taken over by who has the address later', () =>
    given(registered, linked('a')).when(asks('b')).thenRefuses('unauthenticated'))
  test('begins anew where the provider is another', () =>
    given(registered, linked('a'))
      .when(asks('b', 'https://other.example.com'))
      .then(linked('b', 'https://other.example.com')))
  test('is for nobody who is deactivated', () =>
    given(registered, deactivated).when(asks('a')).thenRefuses('not-found'))
})
