import { expect, test } from '@jest/globals'
import { sweepWebhooks } from '../../../infra/main/clearing-out.ts'

type Stores = Parameters<typeof sweepWebhooks>[0]

const swept = async (...failed: string[]) => {
  const kept: (readonly string[])[] = []
  const channels = [{ webhookRef: 'a' }, { webhookRef: null }, { webhookRef: 'b' }]
  const stores = {
    subscriptionReads: { subscriptions: async () => [{ channels }] },
    projectionStore: { failures: async () => failed.map((projection) => ({ projection })) },
    vault: {
      sweep: async (_: string, keep: readonly string[]) => {
        kept.push(keep)
        return 0
      },
    },
  }
  await sweepWebhooks(stores as unknown as Stores)
  return kept
}

test('addresses of chats stay as long as a subscription has them, and while that is not known', async () => {
  expect(await swept()).toEqual([['a', 'b']])
  expect(await swept('another')).toHaveLength(1)
  expect(await swept('subscription')).toEqual([])
})
