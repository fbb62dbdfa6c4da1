import { expect, test } from '@jest/globals'
import { subscriptionPlanner } from '../../../../command-service/reactors/subscriptions/planner.ts'
import { streams } from '../../../../command-service/streams.ts'
import { tellSubscription } from '../../../../command-service/subscriptions.ts'
import { memoryEventStore } from '../../../../infra/event-store/memory.ts'
import type { ShownChannel, SubscriptionRow } from '../../../../shared/views/subscription.ts'
import { executorOn } from '../../../support/command.ts'
import { mailChannel, subscriptionCreated } from '../../../support/some-subscriptions.ts'
import { until } from '../../../support/until.ts'

const rowOf = (id: number): SubscriptionRow => ({
  id,
  dashboard_id: id,
  creator_id: 1,
  name: 'Every morning',
  channels: [{ ...mailChannel, recipients: [] } satisfies ShownChannel],
  cards: [],
  parameters: [],
  skip_if_empty: false,
  stopped_reason: null,
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})

test('a subscription that cannot be looked at keeps no other one waiting', async () => {
  const store = memoryEventStore()
  for (const id of [1, 2])
    await tellSubscription(executorOn(store), {
      type: 'CreateSubscription',
      data: subscriptionCreated(id).data,
    })
  const problems: string[] = []
  const planner = subscriptionPlanner({
    reads: { subscriptions: async () => [rowOf(1), rowOf(2)] },
    reports: {
      obstacle: async ({ dashboardId }) => {
        if (dashboardId === 1) throw new Error('unreadable')
        return 'no-permission'
      },
    },
    subscriptionJobs: { plan: async () => undefined },
    settings: { get: async () => null as never },
    head: () => store.head(),
    newExecutor: () => executorOn(store),
    alone: async (_key, work) => {
      await work()
      return true
    },
    now: () => new Date(),
    onProblem: (message) => problems.push(message),
  })
  planner.start()
  const types = async () => {
    const found: string[] = []
    for await (const { type } of store.readStream(streams.subscription(2))) found.push(type)
    return found
  }
  await until(types, (found) => found.includes('SubscriptionStopped'))
  await planner.stop()
  expect(new Set(problems)).toEqual(new Set(['looking at subscription 1 failed']))
})
