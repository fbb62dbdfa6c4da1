import type { Gauge, Histogram } from 'prom-client'
import type { Watcher } from '../observation/operation.ts'

/** What ends the watching, in the order it began. */
export type Unwatch = (() => void)[]

/** How many are under way. */
export const counting =
  (gauge: Gauge): Watcher<unknown, unknown> =>
  async (_, work) => {
    gauge.inc()
    try {
      return await work()
    } finally {
      gauge.dec()
    }
  }

type Ended<Result> = { readonly result: Result } | { readonly error: unknown }

/** How long each took; `labelsOf` says what it was and how it ended. */
export const timing =
  <Context, Result>(
    histogram: Histogram,
    labelsOf: (context: Context, ended: Ended<Result>) => Record<string, string>,
  ): Watcher<Context, Result> =>
  async (context, work) => {
    const startedAt = performance.now()
    const observe = (ended: Ended<Result>) =>
      histogram.observe(labelsOf(context, ended), (performance.now() - startedAt) / 1_000)
    try {
      const result = await work()
      observe({ result })
      return result
    } catch (error) {
      observe({ error })
      throw error
    }
  }

export const succeeded = (_: unknown, ended: Ended<unknown>) => ({
  outcome: 'error' in ended ? 'failed' : 'done',
})
