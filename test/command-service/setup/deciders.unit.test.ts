import { describe, test } from '@jest/globals'
import { instanceDecider } from '../../../command-service/setup/decider.ts'
import { settingDecider } from '../../../command-service/setup/setting-decider.ts'
import type { InstanceEvent, SettingEvent } from '../../../shared/events/instance.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { givenFor } from '../../support/given.ts'
import { seal } from '../../support/recorded.ts'

describe('the installation', () => {
  const given = givenFor(instanceDecider)
  const firstAdmin = {
    userId: 1,
    membershipId: 1,
    adminMembershipId: 2,
    emailKey: 'key',
    email: seal('ada@example.com'),
    firstName: seal('Ada'),
    lastName: seal('Lovelace'),
  }
  const initialise = { type: 'InitialiseInstance', data: {} } as const
  const initialised: InstanceEvent = { type: 'InstanceInitialised', data: {} }
  const complete = { type: 'CompleteSetup', data: firstAdmin } as const
  const completed: InstanceEvent = { type: 'SetupCompleted', data: firstAdmin }

  test('comes to life', () => given().when(initialise).then(initialised))
  test('once', () => given(initialised).when(initialise).then())
  test('gets its first admin', () => given(initialised).when(complete).then(completed))
  test('gets no second first admin', () =>
    given(initialised, completed)
      .when({ type: 'CompleteSetup', data: { ...firstAdmin, userId: 2 } })
      .thenRefuses('forbidden'))
})

describe('settings', () => {
  const given = givenFor(settingDecider)
  const change = (key: string, value: Json) =>
    ({ type: 'ChangeSetting', data: { key, value } }) as const
  const changed = (key: string, value: Json): SettingEvent => ({
    type: 'SettingChanged',
    data: { key, value },
  })

  test('are recorded', () =>
    given().when(change('site-name', 'Shop')).then(changed('site-name', 'Shop')))
  test('are not recorded again', () =>
    given(changed('site-name', 'Shop')).when(change('site-name', 'Shop')).then())
  test('are told apart', () =>
    given(changed('site-name', 'Shop'))
      .when(change('title', 'Shop'))
      .then(changed('title', 'Shop')))
  test('can be emptied', () =>
    given(changed('site-name', 'Shop'))
      .when(change('site-name', null))
      .then(changed('site-name', null)))
  test('are the same whatever the order of their members', () =>
    given(changed('theme', { a: 1, b: { c: 2, d: [3] } }))
      .when(change('theme', { b: { d: [3], c: 2 }, a: 1 }))
      .then())
})
