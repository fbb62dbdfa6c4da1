import type { Executor } from './execute.ts'
import { streams } from './streams.ts'
import { type SubscriptionCommand, subscriptionDecider } from './subscription/decider.ts'

/** What slices other than subscription have to say to one. */
export const tellSubscription = (executor: Executor, command: SubscriptionCommand) =>
  executor.execute(streams.subscription(command.data.subscriptionId), subscriptionDecider, command)
