import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { mostHeldDuring } from '../support/live-memory.ts'
import { type DriverBench, patience, rowsOf, within } from './driver-bench.ts'

const testTimeout = 20_000

/** What a run does, however large its answer and however it ends. */
export const anyRunContract = ({ fixture, newDriver, query, ask, quiet }: DriverBench): void => {
  describe('streams', () => {
    test(
      '100 000 rows arrive whole, in order and with bounded memory',
      async () => {
        const { batches } = await query(fixture().sql.series(100_000))
        let count = 0
        let largest = 0
        for await (const batch of batches) {
          largest = Math.max(largest, batch.length)
          for (const [cell] of batch) {
            count += 1
            if (cell !== String(count)) throw new Error(`row ${count} holds ${cell}`)
          }
        }
        expect(count).toBe(100_000)
        expect(largest).toBeLessThanOrEqual(10_000)
      },
      testTimeout,
    )

    test(
      'a slow reader holds the server back',
      async () => {
        const { batches } = await query(fixture().sql.series(2_000_000))
        const reader = batches[Symbol.asyncIterator]()
        await reader.next()
        const { held } = await mostHeldDuring(() => sleep(1_200))
        expect(held).toBeLessThan(60 * 1024 * 1024)
        await reader.return?.()
        await quiet()
      },
      testTimeout,
    )

    test(
      'takes no more rows than the caller wants',
      async () => {
        for (const maxRows of [1, 7, 1_000, 25_000])
          expect(await ask(fixture().sql.series(100_000), { maxRows })).toHaveLength(maxRows)
      },
      testTimeout,
    )
  })

  describe('ends', () => {
    test(
      'at the database when the signal aborts',
      async () => {
        const controller = new AbortController()
        const attempt = query(fixture().sql.sleep(15), { signal: controller.signal }).then(
          ({ batches }) => rowsOf(batches),
        )
        await within(async () => (await fixture().running()) === 1, patience)
        controller.abort()
        await expect(attempt).rejects.toMatchObject({ errorType: 'cancelled' })
        await quiet()
      },
      testTimeout,
    )

    test(
      'at the database when the reader leaves',
      async () => {
        const { batches } = await query(fixture().sql.series(50_000_000))
        for await (const batch of batches) if (batch.length > 0) break
        await quiet()
      },
      testTimeout,
    )

    test(
      'when the time is up',
      async () => {
        const startedAt = performance.now()
        await expect(ask(fixture().sql.sleep(15), { timeoutMs: 300 })).rejects.toMatchObject({
          errorType: 'timed-out',
        })
        expect(performance.now() - startedAt).toBeLessThan(patience)
        await quiet()
      },
      testTimeout,
    )

    test('with an error, not like an answer, when the server goes away', async () => {
      const { batches } = await query(fixture().sql.series(5_000_000))
      const readAll = async () => {
        let killed = false
        for await (const _batch of batches) {
          if (!killed) await fixture().killSessions()
          killed = true
        }
      }
      await expect(readAll()).rejects.toMatchObject({ errorType: 'connection' })
      expect(await ask(fixture().sql.series(1))).toEqual([['1']])
    })
  })

  describe('pools', () => {
    test('queue up to their bound and refuse the rest', async () => {
      const small = newDriver({ poolSize: 2, queueLimit: 2, queueWaitMs: 10_000 })
      const answers = await Promise.allSettled(
        Array.from({ length: 6 }, async () =>
          rowsOf((await query(fixture().sql.sleep(0.3), {}, [], small)).batches),
        ),
      )
      const refused = answers.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
      expect(refused.map((it) => it.errorType)).toEqual(['overloaded', 'overloaded'])
    })

    test('refuse who waited too long, and lose no connection over it', async () => {
      const small = newDriver({ poolSize: 1, queueWaitMs: 100 })
      const slow = query(fixture().sql.sleep(0.6), {}, [], small)
      await expect(query(fixture().sql.series(1), {}, [], small)).rejects.toMatchObject({
        errorType: 'overloaded',
      })
      await rowsOf((await slow).batches)
      for (let turn = 0; turn < 5; turn += 1)
        await rowsOf((await query(fixture().sql.series(1), {}, [], small)).batches)
    })

    test('survive cancelled queries', async () => {
      const small = newDriver({ poolSize: 2 })
      for (let turn = 0; turn < 6; turn += 1) {
        const controller = new AbortController()
        const attempt = query(fixture().sql.sleep(5), { signal: controller.signal }, [], small)
        setTimeout(() => controller.abort(), 30)
        await expect(attempt.then(({ batches }) => rowsOf(batches))).rejects.toMatchObject({
          errorType: 'cancelled',
        })
      }
      const { batches } = await query(fixture().sql.series(1), {}, [], small)
      expect(await rowsOf(batches)).toEqual([['1']])
    })
  })
}
