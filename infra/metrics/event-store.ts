import { Counter, Histogram } from 'prom-client'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { type AppendResult, ConcurrencyConflict } from '../../shared/ports/event-store.ts'
import { appends, logTroubles } from '../observation/index.ts'
import { buckets, gaugesOf, type Registers } from './gauges.ts'
import { timing, type Unwatch } from './watching.ts'

/** `unavailable`: whether it was recorded is not known to whoever asked for it. */
const failure = (error: unknown): string => {
  if (error instanceof ConcurrencyConflict) return 'conflict'
  return error instanceof Refusal && error.kind === 'unavailable' ? 'unavailable' : 'failed'
}

type Ended = { readonly result: AppendResult } | { readonly error: unknown }

const outcome = (ended: Ended): string =>
  'result' in ended ? ended.result.status : failure(ended.error)

export const eventStoreMetrics = (
  registers: Registers,
  unwatch: Unwatch,
  head: () => Promise<bigint>,
): void => {
  const appended = new Histogram({
    name: 'event_store_append_duration_seconds',
    help: 'Time to append, by how it ended: ok, duplicate, conflict, unavailable or failed',
    labelNames: ['outcome'],
    buckets,
    registers,
  })
  const conflicts = new Counter({
    name: 'event_store_append_conflicts_total',
    help: 'Appends that somebody else was before, by the category of the stream',
    labelNames: ['category'],
    registers,
  })
  const troubles = new Counter({
    name: 'event_store_troubles_total',
    help: 'Troubles with the log that were got over: another try, another connection',
    registers,
  })
  gaugesOf(registers, head)('event_store_head_position', 'Position of the newest event', (at) => [
    [{}, Number(at)],
  ])
  unwatch.push(
    appends.watch(
      timing(appended, ({ category }, ended: Ended) => {
        if (outcome(ended) === 'conflict') conflicts.inc({ category })
        return { outcome: outcome(ended) }
      }),
    ),
    logTroubles.watch(() => troubles.inc()),
  )
}
