import * as subscription from '../../../shared/contract/subscription.ts'
import type { Caller } from '../caller.ts'
import { makeDashboard } from './dashboard.ts'
import type { Example, Examples, World } from './example.ts'

/** Nothing is sent by itself while other things are looked at. */
const off = { schedule_type: 'daily', schedule_hour: 8, enabled: false }
const toSomebody = { ...off, channel_type: 'email', recipients: [{ email: 'some@example.com' }] }

/** Subscribes to a dashboard; answers the id of the subscription. */
export const subscribe = async (caller: Caller, dashboardId: number): Promise<number> => {
  const path = `/api/dashboard/${dashboardId}/subscriptions`
  return (await caller.post(path, { channels: [toSomebody] })).body.id
}

const theDashboard = ({ dashboard: { id } }: World) => ({ id })
const theSubscription = (world: World) => ({
  ...theDashboard(world),
  subscriptionId: world.subscriptionId,
})

const newSubscription: Example['params'] = async (world) => {
  const { id } = await makeDashboard(world)
  return { id, subscriptionId: await subscribe(world.admin, id) }
}

export const subscriptionExamples: Examples = [
  [
    subscription.createSubscription,
    {
      params: theDashboard,
      body: ({ personId, cardId }) => ({
        name: 'Every morning',
        channels: [{ ...off, channel_type: 'email', recipients: [{ id: personId }] }],
        cards: [{ id: cardId, include_csv: true }],
        skip_if_empty: true,
      }),
    },
  ],
  [subscription.listSubscriptions, { params: theDashboard, query: 'limit=1' }],
  [
    subscription.updateSubscription,
    { params: theSubscription, body: () => ({ name: 'Another name', parameters: [] }) },
  ],
  [subscription.deleteSubscription, { params: newSubscription }],
  // Nothing can be sent: mail is not set up in this world.
  [
    subscription.sendSubscription,
    { params: theSubscription, body: () => ({ to: 'me' }), status: 400 },
  ],
  [subscription.listSubscriptionRuns, { params: theSubscription, query: 'limit=1' }],
]
