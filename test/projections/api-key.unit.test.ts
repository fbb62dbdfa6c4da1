import { expect, test } from '@jest/globals'
import { apiKeyProjection } from '../../projections/api-key.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { apiKeys } from '../../shared/views/api-key.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'

const shown = (...history: readonly DomainEvent[]) =>
  projected([apiKeyProjection], ...history).rows(apiKeys)

const created = (apiKeyId: number, userId = 7): DomainEvent => ({
  type: 'ApiKeyCreated',
  data: { apiKeyId, userId, creatorId: 1, name: 'Nightly', scope: 'read', expiresAt: at(50) },
})

const row = {
  id: 4,
  user_id: 7,
  creator_id: 1,
  name: 'Nightly',
  scope: 'read',
  expires_at: at(50),
  created_at: at(1),
  updated_at: at(1),
}

test('a key is shown as it is until it is revoked', () => {
  const renamed: DomainEvent = { type: 'ApiKeyRenamed', data: { apiKeyId: 4, name: 'Weekly' } }
  const anew: DomainEvent = { type: 'ApiKeyRegenerated', data: { apiKeyId: 4, expiresAt: at(59) } }
  const revoked: DomainEvent = { type: 'ApiKeyRevoked', data: { apiKeyId: 4, userId: 7 } }
  expect(shown(created(4))).toEqual([row])
  const later = { ...row, name: 'Weekly', expires_at: at(59), updated_at: at(3) }
  expect(shown(created(4), renamed, anew)).toEqual([later])
  expect(shown(created(4), revoked)).toEqual([])
})

test('keys go with the account they are of', () => {
  const gone: DomainEvent = { type: 'UserDeactivated', data: { userId: 7 } }
  expect(shown(created(4), created(5, 8), gone).map(({ id }) => id)).toEqual([5])
})
