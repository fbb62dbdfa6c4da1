import type {
  Channel,
  SubscriptionContent,
  SubscriptionEvent,
} from '../shared/events/subscription.ts'
import type { SubscriptionRow } from '../shared/views/subscription.ts'
import { type ShownChannel, subscriptions } from '../shared/views/subscription.ts'
import { type Fact, projection } from './runtime/projection.ts'

type Reveal = Fact<unknown>['reveal']

const shownChannel = (channel: Channel, userId: number, reveal: Reveal): ShownChannel => ({
  ...channel,
  recipients: channel.recipients.map((one) =>
    one.kind === 'user' ? one : { ...one, email: reveal(userId, one.email) },
  ),
})

type Parts = { readonly [P in keyof SubscriptionContent]?: SubscriptionContent[P] | undefined }

const columnsOf = (
  { name, channels, cards, parameters, skipIfEmpty }: Parts,
  userId: number,
  reveal: Reveal,
): Partial<SubscriptionRow> => ({
  ...(name !== undefined && { name }),
  ...(channels && { channels: channels.map((one) => shownChannel(one, userId, reveal)) }),
  ...(cards && { cards }),
  ...(parameters && { parameters }),
  ...(skipIfEmpty !== undefined && { skip_if_empty: skipIfEmpty }),
})

/** Subscriptions as they are now. What is wrong with one is no reason not to send the others. */
export const subscriptionProjection = projection<SubscriptionEvent>({
  name: 'subscription',
  version: 1,
  onFailure: 'quarantine',
  views: [subscriptions],
  on: {
    SubscriptionCreated: (write, { data, at, revision, reveal }) =>
      write.put(subscriptions, {
        ...(columnsOf(data, data.userId, reveal) as SubscriptionRow),
        id: data.subscriptionId,
        dashboard_id: data.dashboardId,
        creator_id: data.userId,
        stopped_reason: null,
        version: revision + 1,
        created_at: at,
        updated_at: at,
      }),

    SubscriptionChanged: (write, { data, at, revision, reveal }) =>
      write.patch(
        subscriptions,
        { id: data.subscriptionId },
        { ...columnsOf(data, data.userId, reveal), version: revision + 1, updated_at: at },
      ),

    SubscriptionStopped: (write, { data, revision }) =>
      write.patch(
        subscriptions,
        { id: data.subscriptionId },
        { stopped_reason: data.reason, version: revision + 1 },
      ),

    SubscriptionResumed: (write, { data, revision }) =>
      write.patch(
        subscriptions,
        { id: data.subscriptionId },
        { stopped_reason: null, version: revision + 1 },
      ),

    SubscriptionRemoved: (write, { data }) =>
      write.remove(subscriptions, { id: data.subscriptionId }),
  },
})
