import type { Actor } from '../../shared/kernel/actor.ts'
import type { Views } from '../context.ts'

/** Somebody for whom something is done while they are away; undefined for who has no account now. */
export const readerOf = async (views: Views, userId: number): Promise<Actor | undefined> => {
  const user = await views
    .selectFrom('users')
    .select(['is_superuser', 'is_active'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.is_active) return undefined
  const groups = await views
    .selectFrom('memberships')
    .select('group_id')
    .where('user_id', '=', userId)
    .execute()
  const groupIds = groups.map(({ group_id }) => group_id)
  // No session stands behind it.
  return { userId, isSuperuser: user.is_superuser, groupIds, sessionKey: '' }
}
