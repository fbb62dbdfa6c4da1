import type {
  StopReason,
  SubscriptionContent,
  SubscriptionEvent,
} from '../../shared/events/subscription.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { canonicalJson, type Json } from '../../shared/kernel/json.ts'
import { found } from '../../shared/kernel/refusal.ts'

export type Subscription = SubscriptionContent & {
  readonly dashboardId: number
  readonly creatorId: number
  readonly stopped: StopReason | undefined
}

/** Some parts of a subscription; what is left out is not spoken of. */
export type SubscriptionParts = {
  readonly [P in keyof SubscriptionContent]?: SubscriptionContent[P] | undefined
}

export type SubscriptionCommand =
  | { type: 'CreateSubscription'; data: Named<SubscriptionEvent, 'SubscriptionCreated'>['data'] }
  | { type: 'ChangeSubscription'; data: { subscriptionId: number; wishes: SubscriptionParts } }
  | { type: 'RemoveSubscription'; data: { subscriptionId: number } }
  | { type: 'StopSubscription'; data: { subscriptionId: number; reason: StopReason } }
  | { type: 'ResumeSubscription'; data: { subscriptionId: number } }

const parts = ['name', 'channels', 'cards', 'parameters', 'skipIfEmpty'] as const

const differing = (
  subscription: Subscription,
  wishes: SubscriptionParts,
): Partial<SubscriptionContent> =>
  Object.fromEntries(
    parts
      .filter((part) => {
        const wanted = wishes[part] as Json | undefined
        const is = subscription[part] as Json
        return wanted !== undefined && canonicalJson(wanted) !== canonicalJson(is)
      })
      .map((part) => [part, wishes[part]]),
  )

/** Dashboards that are sent again and again. What stops one ends by itself; what is removed is gone. */
export const subscriptionDecider: Decider<
  Subscription | undefined,
  SubscriptionCommand,
  SubscriptionEvent
> = {
  initial: undefined,
  decide: {
    CreateSubscription: (data, subscription) =>
      subscription ? [] : [{ type: 'SubscriptionCreated', data }],
    ChangeSubscription: ({ subscriptionId, wishes }, state) => {
      const subscription = found(state, 'Subscription')
      const changes = differing(subscription, wishes)
      if (Object.keys(changes).length === 0) return []
      const data = { subscriptionId, userId: subscription.creatorId, ...changes }
      return [{ type: 'SubscriptionChanged', data }]
    },
    RemoveSubscription: (data, state) => {
      found(state, 'Subscription')
      return [{ type: 'SubscriptionRemoved', data }]
    },
    StopSubscription: (data, state) =>
      !state || state.stopped === data.reason ? [] : [{ type: 'SubscriptionStopped', data }],
    ResumeSubscription: (data, state) =>
      state?.stopped ? [{ type: 'SubscriptionResumed', data }] : [],
  },
  evolve: {
    SubscriptionCreated: (_, { subscriptionId, userId, ...data }) => ({
      ...data,
      creatorId: userId,
      stopped: undefined,
    }),
    SubscriptionChanged: (state, { subscriptionId, userId, ...changes }) =>
      state && { ...state, ...(changes as Partial<SubscriptionContent>) },
    SubscriptionStopped: (state, { reason }) => state && { ...state, stopped: reason },
    SubscriptionResumed: (state) => state && { ...state, stopped: undefined },
    SubscriptionRemoved: () => undefined,
  },
}
