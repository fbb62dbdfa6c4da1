import { expect, test } from '@jest/globals'
import { apiKeyDecider } from '../../../command-service/api-key/decider.ts'
import { expiryOf } from '../../../command-service/api-key/expiry.ts'
import type { ApiKeyEvent } from '../../../shared/events/api-key.ts'
import type { Named } from '../../../shared/kernel/decider.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(apiKeyDecider)
const expiresAt = '2027-01-01T00:00:00.000Z'
const created: Named<ApiKeyEvent, 'ApiKeyCreated'> = {
  type: 'ApiKeyCreated',
  data: { apiKeyId: 4, userId: 7, creatorId: 1, name: 'Nightly', scope: 'read', expiresAt },
}
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { apiKeyId: 4, userId: 7 } }

const create = { type: 'CreateApiKey', data: created.data } as const
const rename = (name: string) => ({ type: 'RenameApiKey', data: { apiKeyId: 4, name } }) as const
const regenerate = { type: 'RegenerateApiKey', data: { apiKeyId: 4, expiresAt } } as const
const revoke = { type: 'RevokeApiKey', data: { apiKeyId: 4 } } as const

test('a key is made once', () => {
  given().when(create).then(created)
  given(created).when(create).then()
})

test('a key is renamed when its name differs, and regenerated as often as one likes', () => {
  given(created).when(rename('Nightly')).then()
  given(created)
    .when(rename('Weekly'))
    .then({ type: 'ApiKeyRenamed', data: { apiKeyId: 4, name: 'Weekly' } })
  const anew: ApiKeyEvent = { type: 'ApiKeyRegenerated', data: regenerate.data }
  given(created, anew).when(regenerate).then(anew)
})

test('a revoked key is gone for good; ending one that never came to be is nothing', () => {
  given(created).when(revoke).then(revoked)
  given(created, revoked).when(revoke).then()
  given().when(revoke).then()
  for (const command of [rename('Weekly'), regenerate]) {
    given(created, revoked).when(command).thenRefuses('not-found')
    given().when(command).thenRefuses('not-found')
  }
})

test('a key ends in a year, or when it is said, within two', () => {
  const now = new Date('2026-01-01T00:00:00.000Z')
  const ends = (wanted?: string | null) => expiryOf(wanted, now).toISOString()
  for (const unsaid of [undefined, null]) expect(ends(unsaid)).toBe('2027-01-01T00:00:00.000Z')
  expect(ends('2026-02-01T00:00:00+02:00')).toBe('2026-01-31T22:00:00.000Z')
  expect(ends('2028-01-01T00:00:00Z')).toBe('2028-01-01T00:00:00.000Z')
  for (const wrong of ['2026-01-01T00:00:00Z', '2028-01-01T00:00:01Z'])
    expect(() => ends(wrong)).toThrow('must be')
})
