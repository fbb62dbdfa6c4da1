import { expect, test } from '@jest/globals'
import { createMetrics } from '../../../infra/metrics.ts'

test('connections are counted before the scrape asks the database itself', async () => {
  const own = { totalCount: 3, idleCount: 1, waitingCount: 4 }
  const scraped = async <T>(answer: T): Promise<T> => {
    own.idleCount = 0
    own.waitingCount += 1
    return answer
  }
  const metrics = createMetrics({
    head: () => scraped(7n),
    bus: () => ({ kind: 'postgres', connected: true, published: 0, received: 0, ignored: 0 }),
    pools: { own },
    leadership: () => ({}),
    mails: () => scraped({ waiting: 0, tried: 0 }),
  })
  const text = await metrics.registry.metrics()
  metrics.stop()
  expect(own.waitingCount).toBeGreaterThan(4)
  for (const [state, count] of Object.entries({ busy: 2, idle: 1, waiting: 4 }))
    expect(text).toContain(`postgres_pool_connections{pool="own",state="${state}"} ${count}\n`)
})
