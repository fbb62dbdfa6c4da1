import { z } from 'zod'

/** Decimal text: positions outgrow the numbers of JSON. */
const position = z.string().regex(/^\d{1,19}$/)
const news = z.strictObject({})

/** What there is to hint at, and what a hint may say. */
export const busTopics = {
  /** The log goes up to here. */
  'log.appended': z.strictObject({ position }),
  /** Readers see the log up to here. */
  'read-models.checkpoint': z.strictObject({ position }),
  'settings.changed': news,
  /** A mail about an account is due. */
  'account-mails.added': news,
  /** Something of a subscription is due to be sent. */
  'subscription-jobs.due': news,
  /** A connected database is there no more. */
  'databases.removed': news,
  /** A leader leads no longer; others may. */
  'leases.given-back': news,
} as const

export type BusTopic = keyof typeof busTopics
export type BusMessage<T extends BusTopic> = z.infer<(typeof busTopics)[T]>

/** Undefined: hints may have been lost. Either way there may be something new: look for yourself. */
export type BusHandler<T extends BusTopic> = (message: BusMessage<T> | undefined) => void

/**
 * Hints between processes. They may be lost, come twice, in another order, or from a liar: whoever
 * hears one looks for themselves, and looks now and then without any. So they save time and decide
 * nothing; there is nothing in them that anybody may not know.
 */
export type Bus = {
  /** Tells every process, this one at once. Fire and forget: never throws, never waits. */
  publish<T extends BusTopic>(topic: T, message: BusMessage<T>): void
  /** Answers how to stop. A handler does not throw, and does not work: it notes or wakes. */
  subscribe<T extends BusTopic>(topic: T, handler: BusHandler<T>): () => void
  /** What was published is sent; nothing is heard any more. */
  close(): Promise<void>
}
