import { Gauge, Histogram } from 'prom-client'
import type { Outcome } from '../../shared/ports/query-log.ts'
import { backlogs, queries, reactions } from '../observation/index.ts'
import { buckets, gaugesOf, type Registers } from './gauges.ts'
import { succeeded, timing, type Unwatch } from './watching.ts'

/** Statements in customers' databases. */
export const queryMetrics = (registers: Registers, unwatch: Unwatch): void => {
  const ran = new Histogram({
    name: 'query_execution_duration_seconds',
    help: 'Time a statement took in a connected database, its rows included',
    labelNames: ['engine', 'status'],
    buckets,
    registers,
  })
  unwatch.push(
    queries.watch(
      timing(ran, ({ engine }, ended: { result: Outcome } | { error: unknown }) => ({
        engine,
        status: 'result' in ended ? ended.result.status : 'failed',
      })),
    ),
  )
}

export type MailFacts = { readonly waiting: number; readonly tried: number }

/** What is due, and what is done about it. */
export const workMetrics = (
  registers: Registers,
  unwatch: Unwatch,
  mails: () => Promise<MailFacts>,
): void => {
  const due = new Gauge({
    name: 'reactor_due',
    help: 'What a reactor found to do when it last looked',
    labelNames: ['reactor'],
    registers,
  })
  const worked = new Histogram({
    name: 'reactor_work_duration_seconds',
    help: 'Time a piece of work took',
    labelNames: ['reactor', 'outcome'],
    buckets,
    registers,
  })
  gaugesOf(registers, mails, ['tried'])(
    'account_mails_unsent',
    'Mails to accounts that are not sent yet, and whether that was tried',
    ({ waiting, tried }) => [
      [{ tried: 'false' }, waiting - tried],
      [{ tried: 'true' }, tried],
    ],
  )
  unwatch.push(
    backlogs.watch(({ reactor, due: count }) => due.set({ reactor }, count)),
    reactions.watch(
      timing(worked, ({ reactor }, ended) => ({ reactor, ...succeeded(reactor, ended) })),
    ),
  )
}
