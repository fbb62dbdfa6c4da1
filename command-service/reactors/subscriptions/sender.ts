import type { StopReason, SubscriptionRunEvent } from '../../../shared/events/subscription.ts'
import type { Named } from '../../../shared/kernel/decider.ts'
import type { ReactorWatch } from '../../../shared/ports/reactor-watch.ts'
import type { SubscriptionJob, SubscriptionJobs } from '../../../shared/ports/subscription-jobs.ts'
import type { SubscriptionReads } from '../../../shared/ports/subscription-reads.ts'
import { nextTime } from '../../../shared/schedules/next-time.ts'
import { stoppedBecause } from '../../../shared/subscriptions/stopped-because.ts'
import { derivedUuid } from '../../event-ids.ts'
import type { Executor } from '../../execute.ts'
import { streams } from '../../streams.ts'
import { tellSubscription } from '../../subscriptions.ts'
import { nextTry } from '../back-off.ts'
import { type Reactor, todoList } from '../todo-list.ts'
import { type AttemptDependencies, attempt, mediumOf, type Sending } from './attempt.ts'
import type { Delivery } from './delivery.ts'
import { holding, LostLease, refuseUnlessOurs, takeJob } from './lease.ts'

export type SenderDependencies = AttemptDependencies & {
  readonly reads: Pick<SubscriptionReads, 'activeUsers' | 'subscription'>
  readonly subscriptionJobs: SubscriptionJobs
  /** An executor whose events are the same for the same command. */
  readonly executorFor: (commandId: string) => Executor
  readonly now: () => Date
  readonly onProblem: (message: string, error: unknown) => void
  readonly watch?: ReactorWatch
  /** Milliseconds to wait after each try that failed; there is one try more than that. */
  readonly waits?: readonly number[]
}

const minuteMs = 60_000
const usualWaits = [1, 5, 15, 60, 180].map((minutes) => minutes * minuteMs)

/** Any will do: ids of what is recorded of a try are made of it. */
const namespace = 'c7a9d3ac-5a0c-4f0e-9d39-0f8b4f2a6c11'

/** Jobs in the hands of one process at a time. */
const hands = [1, 2]

const runOf = ({ send, dueAt }: SubscriptionJob): string => send ?? dueAt.toISOString()

type Tried = Named<SubscriptionRunEvent, 'SubscriptionTried'>['data']

/** Sends what is due, one process each; what is cut short is taken up by whoever comes next. */
export const subscriptionSender = (dependencies: SenderDependencies): Reactor => {
  const { reads, subscriptionJobs: jobs, now, onProblem, waits = usualWaits } = dependencies

  const executorOf = (job: SubscriptionJob) => {
    const tried = [job.subscriptionId, job.channel, runOf(job), job.attempt]
    return dependencies.executorFor(derivedUuid(namespace, tried.join(' ')))
  }

  /** The next time of the schedule, where there is one. */
  const finish = (job: SubscriptionJob) =>
    jobs.finish(job, job.plan && nextTime(job.plan.schedule, job.plan.zone, now()))

  const record = (sending: Sending, delivery: Delivery, retryAt: Date | undefined) => {
    const { job, run } = sending
    const { subscriptionId } = job
    const data: Tried = {
      subscriptionId,
      run,
      kind: mediumOf(sending),
      dueAt: job.dueAt.toISOString(),
      attempt: job.attempt + 1,
      outcome: delivery.outcome,
      reason: delivery.reason,
      sentTo: delivery.sentTo,
      retryAt: retryAt?.toISOString() ?? null,
    }
    return executorOf(job).record(streams.subscriptionRuns(subscriptionId), {
      type: 'SubscriptionTried',
      data,
    })
  }

  /** First what happened, then the job: a crash in between records the same event again. */
  const settle = async (sending: Sending, delivery: Delivery) => {
    const { job } = sending
    await refuseUnlessOurs(jobs, job)
    const { again } = delivery
    const retryAt = again && nextTry(waits, job.attempt + 1, now(), again.afterMs)
    await record(sending, delivery, retryAt)
    await (retryAt ? jobs.retry(job, retryAt) : finish(job))
  }

  /** Told once, and again to whoever asks for it to be sent. */
  const stop = async (sending: Sending, reason: StopReason) => {
    const { job } = sending
    const { subscriptionId } = job
    const executor = executorOf(job)
    const { changed } = await tellSubscription(executor, {
      type: 'StopSubscription',
      data: { subscriptionId, reason },
    })
    const why = stoppedBecause(reason)
    const delivery: Delivery = { outcome: 'stopped', reason: why, sentTo: 0 }
    if (changed || job.send !== undefined) await record(sending, delivery, undefined)
    await finish(job)
  }

  const resume = ({ job, subscription }: Sending) =>
    subscription.stopped_reason === null
      ? undefined
      : tellSubscription(executorOf(job), {
          type: 'ResumeSubscription',
          data: { subscriptionId: job.subscriptionId },
        })

  const sendingOf = async (job: SubscriptionJob): Promise<Sending | undefined> => {
    const subscription = await reads.subscription(job.subscriptionId)
    const channel = subscription?.channels[job.channel]
    const isOver = job.send === undefined && channel?.enabled === false
    if (!subscription || !channel || isOver) return undefined
    const isLast = job.attempt >= waits.length
    return { job, subscription, channel, run: runOf(job), isLast }
  }

  const workOn = async (job: SubscriptionJob, ending: AbortSignal): Promise<void> => {
    const sending = await sendingOf(job)
    // It was removed, or the channel was, or that was switched off.
    if (!sending) return jobs.finish(job, undefined)
    try {
      const result = await holding(jobs, job, ending, (hold) =>
        attempt(dependencies, sending, hold),
      )
      if ('stopped' in result) return await stop(sending, result.stopped)
      await resume(sending)
      await settle(sending, result)
    } catch (error) {
      if (error instanceof LostLease) return
      if (ending.aborted) return jobs.release(job)
      onProblem(`subscription ${job.subscriptionId} failed`, error)
      const reason = 'Something went wrong on our side.'
      await settle(sending, { outcome: 'failed', reason, sentTo: 0, again: { afterMs: 0 } })
    }
  }

  return todoList<number>({
    name: 'subscriptions',
    due: async () => ((await jobs.isAnyDue()) ? hands : []),
    keyOf: (hand) => hand,
    work: async (_, signal) => {
      while (!signal.aborted) {
        const job = await takeJob(jobs)
        if (!job) break
        await workOn(job, signal)
      }
      return true
    },
    atOnce: hands.length,
    everyMs: 1_000,
    wokenBy: jobs.onDue,
    onProblem,
    watch: dependencies.watch,
  })
}
