import type { Kysely } from 'kysely'
import type { SubscriptionReads } from '../../shared/ports/subscription-reads.ts'
import type { ReadModels } from '../../shared/views/index.ts'

/** @param views those that never lag the log */
export const subscriptionReads = (views: () => Promise<Kysely<ReadModels>>): SubscriptionReads => ({
  subscriptions: async () =>
    (await views()).selectFrom('subscriptions').selectAll().orderBy('id').execute(),

  subscription: async (id) =>
    (await views()).selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst(),

  activeUsers: async (ids) => {
    if (ids.length === 0) return []
    return (await views())
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', 'in', [...ids])
      .where('is_active', '=', true)
      .execute()
  },
})
