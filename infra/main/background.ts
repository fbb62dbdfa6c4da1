import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createExecutor, type Executor } from '../../command-service/execute.ts'
import { reactors } from '../../command-service/reactors/index.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'
import { createProjector, type Projector } from '../../projections/runtime/projector.ts'
import { actionReads } from '../read-models/action-reads.ts'
import { aloneOver } from '../read-models/alone.ts'
import { backgroundReads, caughtUpViews } from '../read-models/background-reads.ts'
import { subscriptionReads } from '../read-models/subscription-reads.ts'
import type { Adapters } from './adapters.ts'
import { type ClearingOut, startClearingOut } from './clearing-out.ts'
import type { Storage } from './storage.ts'
import { type SubscriptionHooks, subscriptionWorkers } from './subscriptions.ts'

export type BackgroundHooks = SubscriptionHooks & {
  /** Before each batch of events is projected. */
  readonly beforeBatch?: () => Promise<void>
  /** The read models to keep, in place of this release's own. */
  readonly projections?: readonly AnyProjection[]
}

/** An executor for what the service does of its own accord. */
export const systemExecutor = ({ eventStore }: Pick<Adapters, 'eventStore'>, name: string) =>
  createExecutor(eventStore, { actor: { kind: 'system', name }, commandId: randomUUID() })

/** The loops behind the API: the projector, the reactors, and the clearing out. */
export const startBackground = (
  adapters: Adapters,
  storage: Storage,
  log: Logger,
  hooks: BackgroundHooks,
) => {
  const { eventStore, projectionStore, projections, progress, personalData, views } = adapters
  const settled = async (executor: Executor) => {
    const position = executor.position()
    if (position === undefined || (await progress.reached(position, 30_000))) return
    throw new Error('the read models are too far behind the log')
  }
  const reads = backgroundReads(views, eventStore, progress)
  const upToDate = caughtUpViews(views, eventStore, progress)
  const ofActions = actionReads(upToDate)
  const ofSubscriptions = subscriptionReads(upToDate)
  const workers = [
    ...reactors({
      ...adapters,
      reads,
      actionReads: ofActions,
      executorFor: (database) => systemExecutor(adapters, `database ${database.id}`),
      systemExecutor: (name) => systemExecutor(adapters, name),
      settled,
      alone: aloneOver(storage.pool),
      onSyncProgress: adapters.syncBoard.note,
      onProblem: (message, error) => log.error({ err: error }, message),
    }),
    ...subscriptionWorkers(
      { ...adapters, views: upToDate, reads: ofSubscriptions },
      storage,
      log,
      hooks,
    ),
  ]
  const projector: Projector = createProjector({
    eventStore,
    projectionStore,
    personalData,
    projections,
    onCheckpoint: (position) => {
      progress.advance(position)
      for (const worker of workers) worker.notify()
    },
    onProblem: (message, failure) =>
      log.error({ failure: failure && String(failure.stream) }, message),
    ...(hooks.beforeBatch && { beforeBatch: hooks.beforeBatch }),
  })
  let clearingOut: ClearingOut | undefined
  projector.start()
  return {
    projector,
    /** Begins with the work that is due; the read models must exist. */
    startReactors: () => {
      for (const worker of workers) worker.start()
      clearingOut = startClearingOut(
        { ...adapters, reads, actionReads: ofActions, subscriptionReads: ofSubscriptions },
        log,
      )
    },
    stop: async () => {
      // They are told first: what they wait for fails then, and is no failure of theirs.
      const stopped = Promise.all(workers.map((worker) => worker.stop()))
      progress.close()
      await clearingOut?.stop()
      await stopped
      await projector.stop()
    },
  }
}
