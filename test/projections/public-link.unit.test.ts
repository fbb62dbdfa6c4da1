import { expect, test } from '@jest/globals'
import { publicLinkProjection } from '../../projections/public-link.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { publicLinks } from '../../shared/views/public-link.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'

const uuid = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
const shared = { kind: 'card', entityId: 7, uuid } as const
const created: DomainEvent = {
  type: 'PublicLinkCreated',
  data: { ...shared, expiresAt: '2026-12-24T18:00:00Z' },
}

test('a link holds from when it is made until it is removed', () => {
  const rows = (...history: DomainEvent[]) =>
    projected([publicLinkProjection], ...history).rows(publicLinks)
  expect(rows(created)).toEqual([
    {
      uuid,
      kind: 'card',
      entity_id: 7,
      expires_at: '2026-12-24T18:00:00Z',
      created_by: null,
      created_at: at(1),
    },
  ])
  expect(rows(created, { type: 'PublicLinkRemoved', data: shared })).toEqual([])
})
