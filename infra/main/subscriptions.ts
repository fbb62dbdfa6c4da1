import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createExecutor } from '../../command-service/execute.ts'
import { subscriptionPlanner } from '../../command-service/reactors/subscriptions/planner.ts'
import { subscriptionSender } from '../../command-service/reactors/subscriptions/sender.ts'
import type { Reactor } from '../../command-service/reactors/todo-list.ts'
import { dashboardReports, type ReportDependencies } from '../../query-service/report/reports.ts'
import type { ReactorWatch } from '../../shared/ports/reactor-watch.ts'
import type { SubscriptionReads } from '../../shared/ports/subscription-reads.ts'
import { aloneOver } from '../read-models/alone.ts'
import type { Adapters } from './adapters.ts'
import type { Storage } from './storage.ts'

export type SubscriptionHooks = {
  /** Milliseconds to wait after each try that failed. */
  readonly subscriptionWaits?: readonly number[]
}

type Dependencies = Omit<Adapters, 'views'> &
  Pick<ReportDependencies, 'views'> & {
    readonly reads: SubscriptionReads
    readonly watch?: ReactorWatch
  }

/** Whoever plans and sends subscriptions, over the read models as they are at the log's head. */
export const subscriptionWorkers = (
  dependencies: Dependencies,
  { pool }: Pick<Storage, 'pool'>,
  log: Logger,
  { subscriptionWaits: waits }: SubscriptionHooks,
): readonly Reactor[] => {
  const { eventStore } = dependencies
  const executorFor = (commandId: string) =>
    createExecutor(eventStore, { actor: { kind: 'system', name: 'subscriptions' }, commandId })
  const common = {
    ...dependencies,
    reports: dashboardReports(dependencies),
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
