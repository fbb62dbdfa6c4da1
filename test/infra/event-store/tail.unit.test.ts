import { describe, expect, test } from '@jest/globals'
import { tail } from '../../../infra/event-store/tail.ts'
import { wakeUp } from '../../../infra/event-store/wake-up.ts'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { someEvent } from '../../support/events.ts'

const recorded = (position: bigint): RecordedEvent => ({
  ...someEvent(),
  stream: 'thing-1',
  revision: 0,
  position,
  recordedAt: '2026-01-31T09:15:00.000Z',
})

/** Follows until the first batch; answers it and the time it took in milliseconds. */
const firstBatch = async (read: (turn: number) => Promise<readonly RecordedEvent[]>) => {
  const [stop, news, problems] = [new AbortController(), wakeUp(), [] as unknown[]]
  const start = performance.now()
  let turn = 0
  const batches = tail({
    after: 0n,
    batch: 10,
    signal: stop.signal,
    news,
    read: () => {
      turn += 1
      news.notify()
      return read(turn)
    },
    onProblem: (error) => problems.push(error),
  })
  const { value } = await batches.next()
  stop.abort()
  expect(await batches.next()).toEqual({ done: true, value: undefined })
  return { value, problems, elapsed: performance.now() - start }
}

describe('the tail of the log', () => {
  test('does not sleep over a hint that came while it was reading', async () => {
    const { value, elapsed } = await firstBatch(async (turn) => (turn === 1 ? [] : [recorded(3n)]))
    expect(value).toMatchObject([{ position: 3n }])
    expect(elapsed).toBeLessThan(500)
  })

  test('waits for a store that is away, and says so', async () => {
    const away = new Refusal('unavailable', 'The event store does not answer.')
    const { value, problems } = await firstBatch(async (turn) => {
      if (turn < 3) throw away
      return [recorded(3n)]
    })
    expect(value).toMatchObject([{ position: 3n }])
    expect(problems).toEqual([away, away])
  })

  test('ends with any other error', async () => {
    const broken = firstBatch(() => Promise.reject(new TypeError('a bug')))
    await expect(broken).rejects.toThrow(TypeError)
  })

  test('ends at once when aborted, though the store does not answer', async () => {
    const stop = new AbortController()
    const read = () => new Promise<never>(() => undefined)
    const batches = tail({ after: 0n, batch: 1, signal: stop.signal, news: wakeUp(), read })
    const next = batches.next()
    stop.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})
