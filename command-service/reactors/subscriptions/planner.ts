import type { ReactorWatch } from '../../../shared/ports/reactor-watch.ts'
import type { Reports } from '../../../shared/ports/reports.ts'
import type { Settings } from '../../../shared/ports/settings.ts'
import type { Plan, SubscriptionJobs } from '../../../shared/ports/subscription-jobs.ts'
import type { SubscriptionReads } from '../../../shared/ports/subscription-reads.ts'
import { nextTime } from '../../../shared/schedules/next-time.ts'
import { siteZone } from '../../../shared/schedules/site-zone.ts'
import type { SubscriptionRow } from '../../../shared/views/subscription.ts'
import type { Executor } from '../../execute.ts'
import { tellSubscription } from '../../subscriptions.ts'
import { type Reactor, todoList } from '../todo-list.ts'
import { orderOf } from './attempt.ts'

export type PlannerDependencies = {
  readonly reads: Pick<SubscriptionReads, 'subscriptions'>
  readonly reports: Pick<Reports, 'obstacle'>
  readonly subscriptionJobs: Pick<SubscriptionJobs, 'plan'>
  readonly settings: Pick<Settings, 'get'>
  /** Where the log ends. */
  readonly head: () => Promise<bigint>
  readonly newExecutor: () => Executor
  readonly alone: (key: number, work: () => Promise<void>) => Promise<boolean>
  readonly now: () => Date
  readonly onProblem: (message: string, error: unknown) => void
  readonly watch?: ReactorWatch
}

/** No database has this id, by which others are kept away. */
const plannerKey = 0

const leastRestMs = 1_000
const mostRestMs = 60_000
/** It rests five times as long as it worked: what it takes is never much. */
const restShare = 5

const plansOf = (rows: readonly SubscriptionRow[], zone: string): readonly Plan[] =>
  rows.flatMap(({ id: subscriptionId, channels }) =>
    channels.flatMap(({ enabled, schedule }, channel) =>
      enabled ? [{ subscriptionId, channel, schedule, zone }] : [],
    ),
  )

/**
 * Keeps the queue as subscriptions say, and tells of each one when it stops or goes on: whatever the
 * log told, rights and archives among it, may be the reason.
 */
export const subscriptionPlanner = (dependencies: PlannerDependencies): Reactor => {
  const { reads, reports, subscriptionJobs, settings, head, alone, now } = dependencies
  let last: { readonly position: bigint; readonly at: number; readonly tookMs: number } | undefined

  const isDue = async (): Promise<boolean> => {
    if (!last) return true
    const rested = now().getTime() - last.at
    if (rested >= mostRestMs) return true
    const needed = Math.max(leastRestMs, last.tookMs * restShare)
    return rested >= needed && (await head()) !== last.position
  }

  const look = async (row: SubscriptionRow): Promise<void> => {
    const reason = await reports.obstacle(orderOf(row))
    if ((reason ?? null) === row.stopped_reason) return
    const data = { subscriptionId: row.id }
    await tellSubscription(
      dependencies.newExecutor(),
      reason
        ? { type: 'StopSubscription', data: { ...data, reason } }
        : { type: 'ResumeSubscription', data },
    )
  }

  const plan = async (signal: AbortSignal): Promise<void> => {
    const [position, startedAt] = [await head(), now().getTime()]
    const rows = await reads.subscriptions()
    const zone = await siteZone(settings)
    await subscriptionJobs.plan(plansOf(rows, zone), (it, after) =>
      nextTime(it.schedule, it.zone, after),
    )
    for (const row of rows.filter(({ channels }) => channels.some(({ enabled }) => enabled))) {
      signal.throwIfAborted()
      await look(row).catch((error) =>
        // The others are not to wait for it; it is looked at again in the next round.
        dependencies.onProblem(`looking at subscription ${row.id} failed`, error),
      )
    }
    const at = now().getTime()
    last = { position, at, tookMs: at - startedAt }
  }

  return todoList<number>({
    name: 'plan of subscriptions',
    due: async () => ((await isDue()) ? [plannerKey] : []),
    keyOf: (key) => key,
    work: (key, signal) => alone(key, () => plan(signal)),
    everyMs: leastRestMs,
    onProblem: dependencies.onProblem,
    watch: dependencies.watch,
  })
}
