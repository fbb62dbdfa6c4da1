import type { Schedule } from '../schedules/schedule.ts'

/** What is to be sent by schedule: one channel of a subscription, on the clocks of a zone. */
export type Plan = {
  readonly subscriptionId: number
  /** Its place among the channels. */
  readonly channel: number
  readonly schedule: Schedule
  readonly zone: string
}

/** What became of a recipient of one time: `handing` until it is known whether the mail was taken. */
export type Handed = Readonly<Record<string, 'handing' | 'done' | 'refused'>>

/** One time that something is to be sent, in the hands of one process. */
export type SubscriptionJob = {
  readonly subscriptionId: number
  readonly channel: number
  /** `send-7` of what somebody wants now; undefined by schedule. */
  readonly send: string | undefined
  /** A mail to this user alone; undefined for the recipients of the channel. */
  readonly onlyTo: number | undefined
  readonly plan: Pick<Plan, 'schedule' | 'zone'> | undefined
  readonly dueAt: Date
  /** Tries before this one. */
  readonly attempt: number
  readonly handed: Handed
  /** Names this lease: what an older one still does has no effect. */
  readonly fence: bigint
}

export type NewSend = {
  readonly subscriptionId: number
  /** `send-7`; the same again adds nothing. */
  readonly send: string
  readonly channels: readonly number[]
  readonly onlyTo: number | undefined
}

/** What is due to be sent, shared by all processes: each job is in the hands of one at most. */
export type SubscriptionJobs = {
  /**
   * These plans and no others. One that is new or has changed is due at what `first` says; the others
   * stay as they are.
   */
  plan(plans: readonly Plan[], first: (plan: Plan, after: Date) => Date): Promise<void>
  /** Put down, and due soon, lest it is lost: what it is about is to be in the log first. */
  add(send: NewSend): Promise<void>
  /** It is due by now. */
  begin(send: Pick<NewSend, 'subscriptionId' | 'send'>): Promise<void>
  isAnyDue(): Promise<boolean>
  /** Calls back when some process lets one begin; answers how to end that. */
  onDue(notify: () => void): () => void
  /** The one that has been due the longest, for `leaseSeconds`; undefined where there is none. */
  take(leaseSeconds: number): Promise<SubscriptionJob | undefined>
  /** False where the lease has ended and somebody else may have taken it. */
  renew(job: SubscriptionJob, leaseSeconds: number): Promise<boolean>
  /** Puts down what became of recipients before and after each is sent to; false as `renew`. */
  note(job: SubscriptionJob, handed: Handed): Promise<boolean>
  /** Tries again at that time, those only who have not been sent to. */
  retry(job: SubscriptionJob, at: Date): Promise<void>
  /** Done with this time; undefined: with all of it. */
  finish(job: SubscriptionJob, next: Date | undefined): Promise<void>
  /** Lets somebody else take it at once. */
  release(job: SubscriptionJob): Promise<void>
}
