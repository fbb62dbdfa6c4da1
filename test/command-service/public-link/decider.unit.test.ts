import { test } from '@jest/globals'
import {
  type PublicLinkCommand,
  publicLinkDecider,
} from '../../../command-service/public-link/decider.ts'
import type { PublicLinkEvent } from '../../../shared/events/public-link.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(publicLinkDecider)

const thing = { kind: 'card', entityId: 7 } as const
const [first, second] = [
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
  'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a22',
] as const
const [christmas, newYear] = ['2026-12-24T18:00:00.000Z', '2027-01-01T00:00:00.000Z'] as const

const created = (uuid: string, expiresAt: string | null = null): PublicLinkEvent => ({
  type: 'PublicLinkCreated',
  data: { ...thing, uuid, expiresAt },
})
const removed = (uuid: string): PublicLinkEvent => ({
  type: 'PublicLinkRemoved',
  data: { ...thing, uuid },
})
const create = (more: { expiresAt?: string | null; rotate?: boolean } = {}): PublicLinkCommand => ({
  type: 'CreatePublicLink',
  data: {
    ...thing,
    uuid: second,
    expiresAt: more.expiresAt,
    rotate: more.rotate ?? false,
    now: new Date('2026-12-25T00:00:00Z'),
  },
})
const remove: PublicLinkCommand = { type: 'RemovePublicLink', data: thing }

test('a link is made once; asked for again it is the same one', () => {
  given().when(create()).then(created(second))
  given(created(first)).when(create()).then()
  given(created(first, newYear)).when(create()).then()
})

test('a link may end by itself, and its end may be put elsewhere', () => {
  given()
    .when(create({ expiresAt: newYear }))
    .then(created(second, newYear))
  given(created(first))
    .when(create({ expiresAt: newYear }))
    .then(created(first, newYear))
  given(created(first, newYear))
    .when(create({ expiresAt: null }))
    .then(created(first))
  given(created(first, newYear))
    .when(create({ expiresAt: newYear }))
    .then()
})

test('one that has ended, and one that is to be changed, makes room for a new one', () => {
  given(created(first, christmas)).when(create()).then(removed(first), created(second))
  given(created(first))
    .when(create({ rotate: true }))
    .then(removed(first), created(second))
})

test('a removed link never comes back, and what is not there cannot be removed', () => {
  given(created(first)).when(remove).then(removed(first))
  given(created(first), removed(first)).when(create()).then(created(second))
  given(created(first), removed(first)).when(remove).thenRefuses('not-found')
  given().when(remove).thenRefuses('not-found')
})
