import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { type EventType, eventType } from '../../../shared/events/event-type.ts'
import {
  checkCatalogue,
  eventCatalogue,
  eventTypeOf,
  UnreadableEvent,
  upcast,
} from '../../../shared/events/index.ts'
import { recorded } from '../../support/recorded.ts'

/** Version 1 had a name, version 2 a title, version 3 a language as well. */
const renamed: EventType = eventType(z.object({ title: z.string(), language: z.string() }), {
  version: 3,
  upcasters: {
    1: (data) => {
      const { name, ...rest } = data
      return { ...rest, title: name }
    },
    2: (data) => ({ ...data, language: 'en' }),
  },
})

const reading = (schemaVersion: number, data: unknown) =>
  upcast(recorded({ type: 'Renamed', data }, 1, { schemaVersion }), { Renamed: renamed })

describe('reading an old event', () => {
  test('takes it up step by step', () => {
    expect(reading(1, { name: 'x' })).toMatchObject({
      schemaVersion: 3,
      data: { title: 'x', language: 'en' },
    })
    expect(reading(2, { title: 'x' }).data).toEqual({ title: 'x', language: 'en' })
    expect(reading(3, { title: 'x', language: 'de' }).data).toEqual({ title: 'x', language: 'de' })
  })

  test('does not touch the event it was given', () => {
    const data = Object.freeze({ name: 'x' })
    reading(1, data)
    expect(data).toEqual({ name: 'x' })
  })
})

describe('what cannot be read says so', () => {
  test.each([
    ['a payload that does not fit', () => reading(3, { title: 1, language: 'de' })],
    ['a payload that is none', () => reading(3, null)],
    ['a payload no step can take', () => reading(1, null)],
    ['a version newer than this release', () => reading(4, { title: 'x', language: 'de' })],
    ['a type nobody knows', () => upcast(recorded({ type: 'Unheard', data: {} }))],
    [
      'a type named like a member of every object',
      () => upcast(recorded({ type: 'constructor', data: {} })),
    ],
  ])('%s', (_, read) => expect(read).toThrow(UnreadableEvent))
})

describe('the catalogue', () => {
  test('has a way from every version to the newest', () => {
    expect(() => checkCatalogue()).not.toThrow()
  })

  test('is refused where a step is missing', () => {
    const gap = eventType(z.object({}), { version: 3, upcasters: { 1: (data) => data } })
    expect(() => checkCatalogue({ Gap: gap })).toThrow('Gap cannot be read at version 2')
  })

  test('knows which events take access', () => {
    const taking = Object.keys(eventCatalogue).filter((name) => eventTypeOf(name)?.takesAccess)
    expect(taking.sort()).toEqual([
      'AccessSettingChanged',
      'ActionChanged',
      'ActionDeleted',
      'AdminRevoked',
      'CardDeleted',
      'CardEmbeddingChanged',
      'CardMoved',
      'CollectionDeleted',
      'CollectionGraphRevised',
      'CollectionMoved',
      'DashboardChanged',
      'DashboardDeleted',
      'DashboardEmbeddingChanged',
      'DashboardMoved',
      'DatabaseActionsSwitched',
      'DatabaseDeleted',
      'EmbeddingKeyRotated',
      'GroupCleared',
      'GroupDeleted',
      'GroupMemberRemoved',
      'PermissionsGraphRevised',
      'PublicLinkRemoved',
      'SealedSettingChanged',
      'UserDeactivated',
    ])
  })

  test('marks as personal every event that holds sealed data a projection opens', () => {
    const personal = Object.keys(eventCatalogue).filter((name) => eventTypeOf(name)?.personal)
    expect(personal.sort()).toEqual([
      'SubscriptionChanged',
      'SubscriptionCreated',
      'UserEmailChanged',
      'UserProfileChanged',
      'UserRegistered',
    ])
  })
})
