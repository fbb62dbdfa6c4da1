import { describe, expect, test } from '@jest/globals'
import { membershipProjection } from '../../projections/membership.ts'
import { userProjection } from '../../projections/user.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import { memberships } from '../../shared/views/group.ts'
import { instances } from '../../shared/views/setting.ts'
import { users } from '../../shared/views/user.ts'
import { projected } from '../support/memory-tables.ts'
import { at, seal } from '../support/recorded.ts'

const given = (...history: Message[]) =>
  projected([userProjection, membershipProjection], ...history)

const registered = {
  type: 'UserRegistered',
  data: {
    userId: 7,
    membershipId: 70,
    emailKey: 'key',
    email: seal('ada@example.com'),
    firstName: seal('Ada'),
    lastName: seal('Lovelace'),
    locale: null,
    ssoSource: null,
  },
}
const of7 = (type: string, more: object = {}): Message => ({ type, data: { userId: 7, ...more } })

const ada = {
  id: 7,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  common_name: 'Ada Lovelace',
  is_superuser: false,
  is_active: true,
  is_qbnewb: false,
  locale: null,
  sso_source: null,
  date_joined: at(1),
  updated_at: at(1),
  last_login: null,
}
const inAllUsers = { id: 70, group_id: 1, user_id: 7, is_group_manager: false }

test('a registered user is a user and in All Users', () => {
  const after = given(registered)
  expect(after.rows(users)).toEqual([ada])
  expect(after.rows(memberships)).toEqual([inAllUsers])
})

describe('what happens to a user shows', () => {
  test.each<[string, Message, object]>([
    [
      'a new name',
      of7('UserProfileChanged', {
        firstName: seal('Augusta'),
        commonName: seal('Augusta Lovelace'),
      }),
      { first_name: 'Augusta', common_name: 'Augusta Lovelace', updated_at: at(2) },
    ],
    [
      'a new last name',
      of7('UserProfileChanged', { lastName: seal('King'), commonName: seal('Ada King') }),
      { last_name: 'King', common_name: 'Ada King', updated_at: at(2) },
    ],
    [
      'a language',
      of7('UserProfileChanged', { locale: 'pt_BR' }),
      { locale: 'pt_BR', updated_at: at(2) },
    ],
    [
      'an address',
      of7('UserEmailChanged', { email: seal('countess@example.com'), emailKey: 'other' }),
      { email: 'countess@example.com', updated_at: at(2) },
    ],
    [
      'a dismissed introduction',
      of7('UserModalDismissed', { modal: 'qbnewb' }),
      { is_qbnewb: true, updated_at: at(2) },
    ],
    ['a deactivation', of7('UserDeactivated'), { is_active: false, updated_at: at(2) }],
    ['a login', of7('UserLoggedIn', { method: 'password' }), { last_login: at(2) }],
    ['a failed login', of7('UserLoginFailed'), {}],
    ['a logout', of7('UserLoggedOut'), {}],
    ['a password', of7('UserPasswordChanged'), {}],
  ])('%s', (_, event, change) => {
    expect(given(registered, event).rows(users)).toEqual([{ ...ada, ...change }])
  })

  test('a language can be given up', () => {
    const spoken = of7('UserProfileChanged', { locale: 'de' })
    const unspoken = of7('UserProfileChanged', { locale: null })
    expect(given(registered, spoken, unspoken).rows(users)).toMatchObject([{ locale: null }])
  })

  test('a reactivation', () => {
    const after = given(registered, of7('UserDeactivated'), of7('UserReactivated'))
    expect(after.rows(users)).toEqual([{ ...ada, updated_at: at(3) }])
  })
})

describe('admins', () => {
  const granted = of7('AdminGranted', { membershipId: 71 })
  const revoked = of7('AdminRevoked', { membershipId: 71 })

  test('are superusers and in Administrators, as one fact', () => {
    const after = given(registered, granted)
    expect(after.rows(users)).toEqual([{ ...ada, is_superuser: true, updated_at: at(2) }])
    expect(after.rows(memberships)).toEqual([
      inAllUsers,
      { id: 71, group_id: 2, user_id: 7, is_group_manager: false },
    ])
  })

  test('stop being both', () => {
    const after = given(registered, granted, revoked)
    expect(after.rows(users)).toEqual([{ ...ada, updated_at: at(3) }])
    expect(after.rows(memberships)).toEqual([inAllUsers])
  })
})

test('a completed set-up names the first user', () => {
  const { data } = registered
  const { locale: _, ssoSource: __, ...person } = data
  const completed = { type: 'SetupCompleted', data: { ...person, adminMembershipId: 71 } }
  expect(given(completed).rows(instances)).toEqual([{ id: 1, first_user_id: 7 }])
})

test('a person who was forgotten is shown as such', () => {
  const nameless = { ...registered.data, firstName: seal(''), lastName: seal('') }
  const after = given({ type: 'UserRegistered', data: nameless })
  expect(after.rows(users)).toMatchObject([{ common_name: 'ada@example.com' }])
})
