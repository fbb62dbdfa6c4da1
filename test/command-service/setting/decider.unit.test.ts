import { describe, test } from '@jest/globals'
import { type SettingChange, settingDecider } from '../../../command-service/setting/decider.ts'
import type { SettingEvent } from '../../../shared/events/setting.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(settingDecider)

const change = (...changes: SettingChange[]) =>
  ({ type: 'ChangeSettings', data: { changes } }) as const
const rotate = (reference: string, until: string | null) =>
  ({ type: 'RotateEmbeddingKey', data: { reference, until } }) as const

const plain = (key: string, value: Json): SettingEvent => ({
  type: 'SettingChanged',
  data: { key, value },
})
const sealed = (key: string, reference: string | null): SettingEvent => ({
  type: 'SealedSettingChanged',
  data: { key, reference },
})
const rotated = (
  reference: string,
  previous: { reference: string; until: string } | null = null,
): SettingEvent => ({ type: 'EmbeddingKeyRotated', data: { reference, previous } })

const until = '2026-03-02T10:00:00.000Z'

describe('settings', () => {
  test('are recorded, several at once', () =>
    given()
      .when(change({ key: 'site-name', value: 'Shop' }, { key: 'query-timeout', value: 5 }))
      .then(plain('site-name', 'Shop'), plain('query-timeout', 5)))

  test('are not recorded again, whatever else is', () =>
    given(plain('site-name', 'Shop'), plain('email-reply-to', ['a@b.test']))
      .when(change({ key: 'site-name', value: 'Shop' }, { key: 'query-timeout', value: 5 }))
      .then(plain('query-timeout', 5)))

  test('go back to their default, once', async () => {
    const backToDefault = change({ key: 'site-name', value: null })
    await given(plain('site-name', 'Shop')).when(backToDefault).then(plain('site-name', null))
    await given(plain('site-name', 'Shop'), plain('site-name', null)).when(backToDefault).then()
    await given().when(backToDefault).then()
  })

  test('that say who may do what are told apart: nobody may do it once they are acknowledged', () =>
    given()
      .when(change({ key: 'enable-public-sharing', value: false }))
      .then({ type: 'AccessSettingChanged', data: { key: 'enable-public-sharing', value: false } }))

  test('that the vault keeps stand in the log as where it has them', async () => {
    const say = (reference: string | null) => change({ key: 'email-smtp-password', reference })
    await given().when(say('here')).then(sealed('email-smtp-password', 'here'))
    await given(sealed('email-smtp-password', 'here')).when(say('here')).then()
    await given(sealed('email-smtp-password', 'here'))
      .when(say(null))
      .then(sealed('email-smtp-password', null))
    await given().when(say(null)).then()
  })
})

describe('the password at the mail server', () => {
  const [host, secret] = ['email-smtp-host', 'email-smtp-password'] as const
  const there = [plain(host, 'mail.test'), sealed(secret, 'old')]
  const moved = plain(host, 'other.test')

  test('is forgotten with the server it was for, unless there is one for the next', async () => {
    await given(...there)
      .when(change({ key: host, value: 'other.test' }))
      .then(moved, sealed(secret, null))
    await given(...there)
      .when(change({ key: secret, reference: 'new' }, { key: host, value: 'other.test' }))
      .then(sealed(secret, 'new'), moved)
    await given(...there)
      .when(change({ key: host, value: null }))
      .then(plain(host, null), sealed(secret, null))
  })

  test('stays with what else is said, and may come before the server', async () => {
    await given(...there)
      .when(change({ key: host, value: 'mail.test' }, { key: 'email-smtp-port', value: 25 }))
      .then(plain('email-smtp-port', 25))
    await given(sealed(secret, 'old'))
      .when(change({ key: host, value: 'mail.test' }))
      .then(plain(host, 'mail.test'))
  })
})

describe('the key that signs what is embedded', () => {
  const current = 'embedding-secret-key'
  const previous = 'embedding-secret-key-previous'

  test('is followed by another, and opens what it signed for a while', async () => {
    await given(sealed(current, 'old'))
      .when(rotate('new', until))
      .then(rotated('new', { reference: 'old', until }))
    await given(rotated('old'), rotated('new', { reference: 'old', until }))
      .when(rotate('newer', until))
      .then(rotated('newer', { reference: 'new', until }))
  })

  test('or does not, where it is to end at once or there was none', async () => {
    await given(sealed(current, 'old')).when(rotate('new', null)).then(rotated('new'))
    await given().when(rotate('new', until)).then(rotated('new'))
  })

  test('takes the one before along when another is put in its place', async () => {
    const both = given(sealed(current, 'old'), rotated('new', { reference: 'old', until }))
    await both
      .when(change({ key: current, reference: 'newest' }))
      .then(sealed(current, 'newest'), sealed(previous, null))
    await both
      .when(change({ key: current, reference: 'newest' }, { key: previous, reference: 'kept' }))
      .then(sealed(current, 'newest'), sealed(previous, 'kept'))
    await both.when(change({ key: previous, reference: null })).then(sealed(previous, null))
    await given(sealed(current, 'old'))
      .when(change({ key: current, reference: null }))
      .then(sealed(current, null))
  })
})
