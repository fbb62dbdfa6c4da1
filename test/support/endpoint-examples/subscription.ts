import * as subscription from '../../../shared/contract/subscription.ts'
import { makeDashboard } from './dashboard.ts'
import type { Example, Examples, World } from './example.ts'

const daily = { schedule_type: 'daily', schedule_hour: 8 }
const toSomebody = {
  ...daily,
  channel_type: 'email',
  recipients: [{ email: 'somebody@example.com' }],
}

const newDashboard = async (world: World) => ({ id: (await makeDashboard(world)).id })

/** Subscribes the admin to a dashboard of its own. */
const newSubscription: Example['params'] = async (world) => {
  const { id } = await newDashboard(world)
  const { body } = await world.admin.post(`/api/dashboard/${id}/subscriptions`, {
    channels: [toSomebody],
  })
  return { id, subscriptionId: body.id }
}

export const subscriptionExamples: Examples = [
  [
    subscription.createSubscription,
    {
      params: newDashboard,
      body: ({ personId, cardId }) => ({
        name: 'Every morning',
        channels: [{ ...daily, channel_type: 'email', recipients: [{ id: personId }] }],
        cards: [{ id: cardId, include_csv: true }],
        skip_if_empty: true,
      }),
    },
  ],
  [subscription.listSubscriptions, { params: newDashboard, query: 'limit=1' }],
  [
    subscription.updateSubscription,
    { params: newSubscription, body: () => ({ name: 'Another name', parameters: [] }) },
  ],
  [subscription.deleteSubscription, { params: newSubscription }],
  [subscription.sendSubscription, { params: newSubscription, body: () => ({ to: 'me' }) }],
  [subscription.listSubscriptionRuns, { params: newSubscription, query: 'limit=1' }],
]
