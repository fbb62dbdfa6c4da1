import { readBackPart } from '../../shared/contract/route.ts'
import * as contract from '../../shared/contract/subscription.ts'
import { questionsOn } from '../../shared/dashboards/mappings.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { SubscriptionJobs } from '../../shared/ports/subscription-jobs.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { loadPlaces } from '../places.ts'
import { refuseUnreadable } from '../saved-cards.ts'
import { usableDashboard } from '../saved-dashboards.ts'
import { streams } from '../streams.ts'
import { type ChannelDependencies, channelsOf } from './channels.ts'
import { cardsOf, parametersOf } from './content.ts'
import { type Subscription, subscriptionDecider } from './decider.ts'
import { enabledPlaces, type ReachDependencies, refuseUnreachable } from './reach.ts'
import { refuseTooManySends, type SendLimitDependencies } from './send-limit.ts'

export type SubscriptionDependencies = ChannelDependencies &
  ReachDependencies &
  SendLimitDependencies & {
    readonly accessHistories: AccessHistories
    readonly subscriptionJobs: SubscriptionJobs
  }

type Asking = { readonly actor: Actor; readonly executor: Executor }
type Place = { readonly id: number; readonly subscriptionId: number }

const shown = ({ id, subscriptionId }: Place) =>
  readBackPart(contract.listSubscriptions, { id }, (all) =>
    found(
      all.find((one) => one.id === subscriptionId),
      'Subscription',
    ),
  )

/** Whoever made it and admins. @throws {Refusal} 404, then 403 */
const ownOne = async ({ actor, executor }: Asking, place: Place): Promise<Subscription> => {
  const stream = streams.subscription(place.subscriptionId)
  const { state } = await executor.load(stream, subscriptionDecider)
  const subscription = found(state?.dashboardId === place.id ? state : undefined, 'Subscription')
  const isOwn = actor.isSuperuser || subscription.creatorId === actor.userId
  refuseUnless(isOwn, 'forbidden', 'This subscription is somebody else’s.')
  return subscription
}

export const subscriptionRoutes = (dependencies: SubscriptionDependencies): CommandRoute[] => {
  const { accessHistories, subscriptionJobs } = dependencies
  const channels = channelsOf(dependencies)

  /** A dashboard of which one may see all. @throws {Refusal} 404, then 403 */
  const wholeDashboard = async ({ actor, executor }: Asking, id: number) => {
    const places = await loadPlaces(accessHistories, actor.userId)
    const dashboard = await usableDashboard(executor, places, id)
    await refuseUnreadable(executor, places, dashboard.dashcards.flatMap(questionsOn))
    return dashboard
  }

  return [
    on(contract.createSubscription, async ({ params: { id }, body }, { actor, executor, ids }) => {
      const dashboard = await wholeDashboard({ actor, executor }, id)
      const cards = cardsOf(dashboard, body.cards ?? [])
      const parameters = parametersOf(dashboard, body.parameters ?? [])
      const { userId } = actor
      const of = { executor, creatorId: userId, before: [] }
      const content = {
        name: body.name ?? dashboard.name,
        channels: await channels(of, body.channels),
        cards,
        parameters,
        skipIfEmpty: body.skip_if_empty ?? false,
      }
      const subscriptionId = await ids.next('subscription')
      await executor.execute(streams.subscription(subscriptionId), subscriptionDecider, {
        type: 'CreateSubscription',
        data: { ...content, subscriptionId, dashboardId: id, userId },
      })
      return shown({ id, subscriptionId })
    }),

    on(contract.updateSubscription, async ({ params, body }, { actor, executor }) => {
      const { channels: before, creatorId } = await ownOne({ actor, executor }, params)
      const dashboard = await wholeDashboard({ actor, executor }, params.id)
      const { name, cards, parameters, skip_if_empty: skipIfEmpty } = body
      const wishes = {
        name: name ?? undefined,
        cards: cards ? cardsOf(dashboard, cards) : undefined,
        parameters: parameters ? parametersOf(dashboard, parameters) : undefined,
        skipIfEmpty: skipIfEmpty ?? undefined,
        channels: body.channels
          ? await channels({ executor, creatorId, before }, body.channels)
          : undefined,
      }
      const { subscriptionId } = params
      await executor.execute(streams.subscription(subscriptionId), subscriptionDecider, {
        type: 'ChangeSubscription',
        data: { subscriptionId, wishes },
      })
      return shown(params)
    }),

    on(contract.deleteSubscription, async ({ params }, { actor, executor }) => {
      await ownOne({ actor, executor }, params)
      const { subscriptionId } = params
      await executor.execute(streams.subscription(subscriptionId), subscriptionDecider, {
        type: 'RemoveSubscription',
        data: { subscriptionId },
      })
    }),

    on(contract.sendSubscription, async ({ params, body }, { actor, executor, ids }) => {
      const subscription = await ownOne({ actor, executor }, params)
      const { subscriptionId } = params
      const to = body?.to ?? 'me'
      const places = to === 'all' ? enabledPlaces(subscription.channels) : [0]
      await refuseUnreachable(dependencies, subscription.channels, to)
      const { creatorId } = subscription
      if (to === 'all') await refuseTooManySends(dependencies, { subscriptionId, creatorId })
      const sendId = await ids.next('subscription_send')
      const send = `send-${sendId}`
      // First what is to be done, then the fact, which is in the log before what becomes of it.
      await subscriptionJobs.add({
        subscriptionId,
        send,
        channels: places,
        onlyTo: to === 'me' ? actor.userId : undefined,
      })
      await executor.record(streams.subscriptionRuns(subscriptionId), {
        type: 'SubscriptionSendRequested',
        data: { subscriptionId, sendId, to, requestedBy: actor.userId },
      })
      await subscriptionJobs.begin({ subscriptionId, send })
      return { run: send }
    }),
  ]
}
