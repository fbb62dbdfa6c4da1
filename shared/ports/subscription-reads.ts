import type { SubscriptionRow } from '../views/subscription.ts'
import type { UserRow } from '../views/user.ts'

/** What senders of subscriptions need to know; always as of the log's head when they asked. */
export type SubscriptionReads = {
  subscriptions(): Promise<readonly SubscriptionRow[]>
  subscription(id: number): Promise<SubscriptionRow | undefined>
  /** Those of them who have an account they can use. */
  activeUsers(ids: readonly number[]): Promise<readonly Pick<UserRow, 'id' | 'email'>[]>
}
