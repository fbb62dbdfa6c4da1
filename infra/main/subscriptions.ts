import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createExecutor } from '../../command-service/execute.ts'
import { subscriptionPlanner } from '../../command-service/reactors/subscriptions/planner.ts'
import { subscriptionSender } from '../../command-service/reactors/subscriptions/sender.ts'
import type { Reactor } from '../../command-service/reactors/todo-list.ts'
import { dashboardReports } from '../../query-service/report/reports.ts'
import { aloneOver } from '../read-models/alone.ts'
import { caughtUpViews } from '../read-models/background-reads.ts'
import { subscriptionReads } from '../read-models/subscription-reads.ts'
import type { Adapters } from './adapters.ts'
import type { Storage } from './storage.ts'

export type SubscriptionHooks = {
  /** Milliseconds to wait after each try that failed. */
  readonly subscriptionWaits?: readonly number[]
}

/** Whoever plans and sends subscriptions, over the read models as they are at the log's head. */
export const subscriptionWorkers = (
  adapters: Adapters,
  { pool }: Pick<Storage, 'pool'>,
  log: Logger,
  { subscriptionWaits: waits }: SubscriptionHooks,
): readonly Reactor[] => {
  const { eventStore, progress } = adapters
  const views = caughtUpViews(adapters.views, eventStore, progress)
  const executorFor = (commandId: string) =>
    createExecutor(eventStore, { actor: { kind: 'system', name: 'subscriptions' }, commandId })
  const common = {
    ...adapters,
    reads: subscriptionReads(views),
    reports: dashboardReports({ ...adapters, views }),
    onProblem: (message: string, error: unknown) => log.error({ err: error }, message),
  }
  return [
    subscriptionPlanner({
      ...common,
      head: () => eventStore.head(),
      newExecutor: () => executorFor(randomUUID()),
      alone: aloneOver(pool),
    }),
    subscriptionSender({ ...common, executorFor, ...(waits && { waits }) }),
  ]
}
