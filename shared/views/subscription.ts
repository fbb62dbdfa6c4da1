import type { SendOutcome, StopReason, SubscriptionContent } from '../events/subscription.ts'
import {
  boolean,
  type Column,
  instant,
  integer,
  json,
  nullable,
  type Row,
  text,
  view,
} from './view.ts'

type StoredChannel = SubscriptionContent['channels'][number]

/** A recipient without an account with the address opened. */
export type ShownRecipient =
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'address'; readonly email: string; readonly emailKey: string }

export type ShownChannel = Omit<StoredChannel, 'recipients'> & {
  readonly recipients: readonly ShownRecipient[]
}

/** Dashboards that are sent again and again; the dashboard or its reader may be gone by now. */
export const subscriptions = view(
  'subscriptions',
  {
    id: integer(),
    dashboard_id: integer(),
    creator_id: integer(),
    name: text(),
    channels: json<readonly ShownChannel[]>(),
    cards: json<SubscriptionContent['cards']>(),
    parameters: json<SubscriptionContent['parameters']>(),
    skip_if_empty: boolean(),
    stopped_reason: nullable(text()) as Column<StopReason | null>,
    /** Events so far. */
    version: integer(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['dashboard_id']] },
)
export type SubscriptionRow = Row<typeof subscriptions>

/** How many of the last tries of each are kept where they can be looked at; the log has all. */
export const keptRuns = 200

/** What became of each time a dashboard was to be sent; of many the last. */
export const subscriptionRuns = view(
  'subscription_runs',
  {
    subscription_id: integer(),
    /** Used again after `keptRuns`. */
    slot: integer(),
    /** Counts up. */
    place: integer(),
    run: text(),
    channel_type: nullable(text()),
    attempt: integer(),
    due_at: instant(),
    outcome: text() as Column<SendOutcome | 'requested'>,
    reason: nullable(text()),
    sent_to: integer(),
    retry_at: nullable(text()),
    requested_by: nullable(integer()),
    recorded_at: instant(),
  },
  { key: ['subscription_id', 'slot'] },
)
export type SubscriptionRunRow = Row<typeof subscriptionRuns>
