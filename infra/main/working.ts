import type { Logger } from 'pino'
import type { Executor } from '../../command-service/execute.ts'
import { reactors } from '../../command-service/reactors/index.ts'
import type { Reactor } from '../../command-service/reactors/todo-list.ts'
import type { Leadership, LeadershipFacts } from '../leadership/leadership.ts'
import { untilEnded } from '../leadership/until-ended.ts'
import { reactorWatch as watch } from '../observation/reactor-watch.ts'
import { actionReads } from '../read-models/action-reads.ts'
import { aloneOver } from '../read-models/alone.ts'
import { backgroundReads, caughtUpViews } from '../read-models/background-reads.ts'
import { subscriptionReads } from '../read-models/subscription-reads.ts'
import type { Adapters } from './adapters.ts'
import { startClearingOut } from './clearing-out.ts'
import type { Storage } from './storage.ts'
import { type SubscriptionHooks, subscriptionWorkers } from './subscriptions.ts'
import { systemExecutor } from './system-executor.ts'

export type Working = {
  /** The read models have moved: something may be due. */
  notify(): void
  leadership(): LeadershipFacts
  /** What is under way is let go of; it stays due. */
  stop(): Promise<void>
}

/** Milliseconds a step waits for readers to see the one before. */
const settleMs = 30_000

/** Does what is due, and clears out what is not needed any more, whenever this process leads. */
export const startWorking = (
  adapters: Adapters,
  storage: Storage,
  leadership: Leadership,
  log: Logger,
  hooks: SubscriptionHooks,
): Working => {
  const { eventStore, progress, views } = adapters
  const settled = async (executor: Executor) => {
    const position = executor.position()
    if (position === undefined || (await progress.reached(position, settleMs))) return
    throw new Error('the read models are too far behind the log')
  }
  const reads = backgroundReads(views, eventStore, progress)
  const upToDate = caughtUpViews(views, eventStore, progress)
  const ofActions = actionReads(upToDate)
  const ofSubscriptions = subscriptionReads(upToDate)
  const newWorkers = (): readonly Reactor[] => [
    ...reactors({
      ...adapters,
      reads,
      actionReads: ofActions,
      executorFor: (database) => systemExecutor(adapters, `database ${database.id}`),
      systemExecutor: (name) => systemExecutor(adapters, name),
      settled,
      alone: aloneOver(storage.pool),
      onSyncProgress: adapters.syncProgress.note,
      onProblem: (message, error) => log.error({ err: error }, message),
      watch,
    }),
    ...subscriptionWorkers(
      { ...adapters, views: upToDate, reads: ofSubscriptions, watch },
      storage,
      log,
      hooks,
    ),
  ]
  let workers: readonly Reactor[] = []
  leadership.lead(async (term) => {
    workers = newWorkers()
    for (const worker of workers) worker.start()
    const clearingOut = startClearingOut(
      { ...adapters, reads, actionReads: ofActions, subscriptionReads: ofSubscriptions },
      log,
    )
    const loops = [...workers, clearingOut]
    await untilEnded(term, () => Promise.all(loops.map((loop) => loop.stop())))
    workers = []
  })
  return {
    notify: () => {
      for (const worker of workers) worker.notify()
    },
    leadership: leadership.facts,
    stop: () => {
      const stopped = leadership.stop()
      // They are told first: what they wait for fails then, and is no failure of theirs.
      progress.close()
      return stopped
    },
  }
}
