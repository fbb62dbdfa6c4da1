import { z } from 'zod'
import { schedule } from '../schedules/schedule.ts'
import { type EventOf, eventType, id, sealed } from './event-type.ts'

const object = z.record(z.string(), z.json())

const recipient = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), userId: id }),
  /** Somebody without an account: sealed under the key of whoever subscribed. */
  z.object({ kind: z.literal('address'), email: sealed, emailKey: z.string() }),
])
export type Recipient = z.infer<typeof recipient>

export const channelKinds = ['email', 'slack'] as const

const channel = z.object({
  kind: z.enum(channelKinds),
  enabled: z.boolean(),
  /** Of a chat there are none. */
  recipients: z.array(recipient),
  /** Names the secret address of a chat; null: that of the site. */
  webhookRef: z.string().nullable(),
  /** `#sales`, where the chat lets one choose. */
  room: z.string().nullable(),
  schedule,
})
export type Channel = z.infer<typeof channel>

const card = z.object({
  cardId: id,
  /** Null: wherever it stands on the dashboard. */
  dashcardId: id.nullable(),
  csv: z.boolean(),
  xlsx: z.boolean(),
  formatRows: z.boolean(),
  pivotResults: z.boolean(),
})
export type SubscribedCard = z.infer<typeof card>

const content = z.object({
  name: z.string(),
  channels: z.array(channel),
  /** None: all that is on the dashboard, without files. */
  cards: z.array(card),
  /** `{id, value}`: what filters of the dashboard are set to instead of their defaults. */
  parameters: z.array(object),
  skipIfEmpty: z.boolean(),
})
export type SubscriptionContent = z.infer<typeof content>

/** Why nothing is sent any more, until that is over. */
export const stopReasons = [
  'creator-deactivated',
  'dashboard-archived',
  'dashboard-deleted',
  'no-permission',
  'filter-removed',
] as const
export type StopReason = (typeof stopReasons)[number]

/** Dashboards that are sent again and again, each on its own stream. `userId` is whose it is. */
export const subscriptionEvents = {
  SubscriptionCreated: eventType(
    content.extend({ subscriptionId: id, dashboardId: id, userId: id }),
    { personal: true },
  ),
  /** Only what differs from before. */
  SubscriptionChanged: eventType(content.partial().extend({ subscriptionId: id, userId: id }), {
    personal: true,
  }),
  SubscriptionStopped: eventType(z.object({ subscriptionId: id, reason: z.enum(stopReasons) })),
  /** What stopped it is over. */
  SubscriptionResumed: eventType(z.object({ subscriptionId: id })),
  SubscriptionRemoved: eventType(z.object({ subscriptionId: id })),
}
export type SubscriptionEvent = EventOf<typeof subscriptionEvents>

export const sendOutcomes = ['sent', 'skipped-empty', 'failed', 'stopped', 'unknown'] as const
export type SendOutcome = (typeof sendOutcomes)[number]

/** What became of each time; on a stream of its own, which nothing is decided from. */
export const subscriptionRunEvents = {
  /** Somebody wants it now: for themselves, or for all its recipients. */
  SubscriptionSendRequested: eventType(
    z.object({ subscriptionId: id, sendId: id, to: z.enum(['me', 'all']), requestedBy: id }),
  ),
  SubscriptionTried: eventType(
    z.object({
      subscriptionId: id,
      /** The same for all tries of one time. */
      run: z.string(),
      kind: z.enum(channelKinds),
      dueAt: z.iso.datetime(),
      /** Counted from 1. */
      attempt: z.int().min(1),
      outcome: z.enum(sendOutcomes),
      /** A sentence; null where there is nothing to say. It names no address. */
      reason: z.string().nullable(),
      /** How many recipients have it by now. */
      sentTo: z.int().min(0),
      retryAt: z.iso.datetime().nullable(),
    }),
  ),
}
export type SubscriptionRunEvent = EventOf<typeof subscriptionRunEvents>
