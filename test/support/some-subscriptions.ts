import type { Channel, SubscriptionEvent } from '../../shared/events/subscription.ts'
import type { Named } from '../../shared/kernel/decider.ts'
import { seal } from './recorded.ts'

type Created = Named<SubscriptionEvent, 'SubscriptionCreated'>

/** By mail to the user 2 and to a stranger, every day at 8. */
export const mailChannel: Channel = {
  kind: 'email',
  enabled: true,
  recipients: [
    { kind: 'user', userId: 2 },
    { kind: 'address', email: seal('stranger@example.org'), emailKey: 'stranger' },
  ],
  webhookRef: null,
  room: null,
  schedule: { type: 'daily', hour: 8, day: null, frame: null },
}

/** Of the user 1, of the dashboard 3. */
export const subscriptionCreated = (
  subscriptionId: number,
  more: Partial<Created['data']> = {},
): Created => ({
  type: 'SubscriptionCreated',
  data: {
    subscriptionId,
    dashboardId: 3,
    userId: 1,
    name: 'Every morning',
    channels: [mailChannel],
    cards: [],
    parameters: [],
    skipIfEmpty: false,
    ...more,
  },
})
