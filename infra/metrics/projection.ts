import { Histogram } from 'prom-client'
import { batches, waits } from '../observation/index.ts'
import { buckets, gaugesOf, type Registers } from './gauges.ts'
import { succeeded, timing, type Unwatch } from './watching.ts'

/** What the projector tells of itself. */
export type ProjectionFacts = {
  readonly position: bigint
  readonly lagSeconds: number
  readonly eventsApplied: number
  readonly batches: number
  readonly failures: number
  readonly live: boolean
}

const core = { projection: 'core' }

export const projectionMetrics = (
  registers: Registers,
  unwatch: Unwatch,
  facts: () => Promise<ProjectionFacts>,
): void => {
  const define = gaugesOf(registers, facts, ['projection'])
  const gauge = (name: string, help: string, value: (facts: ProjectionFacts) => number) =>
    define(name, help, (found) => [[core, value(found)]])
  gauge('projection_position', 'Position of the last event applied', (it) => Number(it.position))
  gauge('projection_lag_seconds', 'Age of the oldest event not applied yet', (it) => it.lagSeconds)
  gauge('projection_events_applied', 'Events applied since the start', (it) => it.eventsApplied)
  gauge('projection_batches', 'Transactions since the start', (it) => it.batches)
  gauge('projection_quarantined_streams', 'Streams left behind', (it) => it.failures)
  gauge('projection_live', '1 while the projector follows the log', (it) => Number(it.live))
  const applied = new Histogram({
    name: 'projection_batch_duration_seconds',
    help: 'Time to apply a batch of events',
    labelNames: ['outcome'],
    buckets,
    registers,
  })
  unwatch.push(batches.watch(timing(applied, succeeded)))
}

export const waitMetrics = (registers: Registers, unwatch: Unwatch): void => {
  const waited = new Histogram({
    name: 'projection_wait_seconds',
    help: 'Time waited until readers could see a write, and whether they could in time',
    labelNames: ['in_time'],
    buckets,
    registers,
  })
  unwatch.push(
    waits.watch(
      timing(waited, (_: unknown, ended: { result: boolean } | { error: unknown }) => ({
        in_time: String('result' in ended && ended.result),
      })),
    ),
  )
}
