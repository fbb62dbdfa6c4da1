import type { SubscriptionEvent, SubscriptionRunEvent } from '../shared/events/subscription.ts'
import { keptRuns, subscriptionRuns } from '../shared/views/subscription.ts'
import { projection } from './runtime/projection.ts'

const placeOf = (revision: number) => ({ slot: revision % keptRuns, place: revision })

/** What became of subscriptions; a newer try takes the place of the one `keptRuns` before it. */
export const subscriptionRunProjection = projection<SubscriptionRunEvent | SubscriptionEvent>({
  name: 'subscription-run',
  version: 1,
  onFailure: 'quarantine',
  views: [subscriptionRuns],
  on: {
    SubscriptionSendRequested: (write, { data, at, revision }) =>
      write.put(subscriptionRuns, {
        ...placeOf(revision),
        subscription_id: data.subscriptionId,
        run: `send-${data.sendId}`,
        channel_type: null,
        attempt: 0,
        due_at: at,
        outcome: 'requested',
        reason: null,
        sent_to: 0,
        retry_at: null,
        requested_by: data.requestedBy,
        recorded_at: at,
      }),

    SubscriptionTried: (write, { data, at, revision }) =>
      write.put(subscriptionRuns, {
        ...placeOf(revision),
        subscription_id: data.subscriptionId,
        run: data.run,
        channel_type: data.kind,
        attempt: data.attempt,
        due_at: data.dueAt,
        outcome: data.outcome,
        reason: data.reason,
        sent_to: data.sentTo,
        retry_at: data.retryAt,
        requested_by: null,
        recorded_at: at,
      }),

    SubscriptionRemoved: (write, { data }) =>
      write.removeWhere(subscriptionRuns, { subscription_id: data.subscriptionId }),
  },
})
