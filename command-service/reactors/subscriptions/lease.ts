import type { SubscriptionJob, SubscriptionJobs } from '../../../shared/ports/subscription-jobs.ts'
import type { Hold } from './delivery.ts'

/** How long a job stays ours without a sign of life, and how often there is one. */
const leaseSeconds = 90
const signMs = 20_000

/** Somebody else has the job by now: nothing more of it is ours to do. */
export class LostLease extends Error {
  override readonly name = 'LostLease'
}

export const takeJob = (jobs: SubscriptionJobs) => jobs.take(leaseSeconds)

/** @throws {LostLease} where the lease has ended and somebody else may have taken the job */
export const refuseUnlessOurs = async (
  jobs: SubscriptionJobs,
  job: SubscriptionJob,
): Promise<void> => {
  if (!(await jobs.renew(job, leaseSeconds))) throw new LostLease()
}

/** Does work on a job while its lease is kept alive; `signal` ends it as the service does. */
export const holding = async <T>(
  jobs: SubscriptionJobs,
  job: SubscriptionJob,
  ending: AbortSignal,
  work: (hold: Hold) => Promise<T>,
): Promise<T> => {
  const lost = new AbortController()
  const timer = setInterval(() => {
    jobs.renew(job, leaseSeconds).then(
      (isOurs) => isOurs || lost.abort(new LostLease()),
      // It may still be ours: what is put down next will tell.
      () => undefined,
    )
  }, signMs)
  timer.unref()
  let { handed } = job
  try {
    return await work({
      handed: () => handed,
      note: async (recipient, what) => {
        const { [recipient]: _, ...others } = handed
        handed = what === undefined ? others : { ...others, [recipient]: what }
        if (!(await jobs.note(job, handed))) throw new LostLease()
      },
      signal: AbortSignal.any([ending, lost.signal]),
    })
  } finally {
    clearInterval(timer)
  }
}
