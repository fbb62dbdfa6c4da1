import { expect, test } from '@jest/globals'
import { applyBatch } from '../../projections/runtime/apply.ts'
import { subscriptionProjection } from '../../projections/subscription.ts'
import { subscriptionRunProjection } from '../../projections/subscription-run.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { keptRuns, subscriptionRuns, subscriptions } from '../../shared/views/subscription.ts'
import { applyChanges, feedsFrom, projected, rowsIn } from '../support/memory-tables.ts'
import { at, recorded, reveal } from '../support/recorded.ts'
import { mailChannel, subscriptionCreated } from '../support/some-subscriptions.ts'

const created = subscriptionCreated(4)
const id = { subscriptionId: 4 }
const tried = (attempt: number): DomainEvent => ({
  type: 'SubscriptionTried',
  data: {
    ...id,
    run: 'r',
    kind: 'email',
    dueAt: at(0),
    attempt,
    outcome: 'sent',
    reason: null,
    sentTo: 2,
    retryAt: null,
  },
})

const rows = (...history: DomainEvent[]) =>
  projected([subscriptionProjection], ...history).rows(subscriptions)

test('a subscription as it is now, its addresses opened', () => {
  const changed: DomainEvent = {
    type: 'SubscriptionChanged',
    data: { ...id, userId: 1, name: 'Each evening' },
  }
  const stopped: DomainEvent = {
    type: 'SubscriptionStopped',
    data: { ...id, reason: 'no-permission' },
  }
  expect(rows(created, changed, stopped)).toEqual([
    {
      id: 4,
      dashboard_id: 3,
      creator_id: 1,
      name: 'Each evening',
      channels: [
        {
          ...mailChannel,
          recipients: [
            { kind: 'user', userId: 2 },
            { kind: 'address', email: 'stranger@example.org', emailKey: 'stranger' },
          ],
        },
      ],
      cards: [],
      parameters: [],
      skip_if_empty: false,
      stopped_reason: 'no-permission',
      version: 3,
      created_at: at(1),
      updated_at: at(2),
    },
  ])
  const resumed: DomainEvent = { type: 'SubscriptionResumed', data: id }
  expect(rows(created, stopped, resumed)).toMatchObject([{ stopped_reason: null, version: 3 }])
  expect(rows(created, { type: 'SubscriptionRemoved', data: id })).toEqual([])
})

test('the last tries are kept, and go with the subscription', () => {
  const many = Array.from({ length: keptRuns + 3 }, (_, place) => tried(place + 1))
  const events = many.map((event, place) => recorded(event, place + 1))
  const { outcomes } = applyBatch(feedsFrom([subscriptionRunProjection]), events, reveal)
  const tables = new Map()
  for (const { changes } of outcomes.values()) applyChanges(tables, changes.changes())
  const kept = rowsIn(tables, subscriptionRuns).map(({ attempt }) => attempt)
  expect(kept.sort((a, b) => a - b)).toEqual(
    Array.from({ length: keptRuns }, (_, place) => place + 4),
  )
  const all = [tried(1), { type: 'SubscriptionRemoved', data: id } as const]
  expect(projected([subscriptionRunProjection], ...all).rows(subscriptionRuns)).toEqual([])
})
