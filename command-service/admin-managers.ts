import type { AccessHistories } from '../shared/ports/access-history.ts'
import { adminMembershipId } from './accounts.ts'
import type { Executor } from './execute.ts'
import { endManaging } from './memberships.ts'

/**
 * No admin is a group manager (decision S10), but being one and being the other are said on different
 * streams. Whoever says either looks at both afterwards, so that whoever comes second sees the first.
 * Answers whether the user is an admin.
 */
export const endManagingOfAdmin = async (
  executor: Executor,
  accessHistories: AccessHistories,
  userId: number,
): Promise<boolean> => {
  if ((await adminMembershipId(executor, userId)) === undefined) return false
  const state = (await accessHistories.current()).at()
  const managed = state
    .groupIdsOf(userId)
    .filter((groupId) => state.membership(groupId, userId)?.isGroupManager)
  await endManaging(executor, userId, managed)
  return true
}
