import { Refusal } from '../shared/kernel/refusal.ts'
import { crowd, type Executor } from './execute.ts'
import { type GroupCommand, groupDecider } from './group/decider.ts'
import { streams } from './streams.ts'

export type WantedMembership = {
  readonly groupId: number
  /** For a membership that is made; one that is there keeps its own. */
  readonly membershipId: number
  /** Undefined leaves it as it is. */
  readonly isGroupManager: boolean | undefined
}

/** A group that went in the meantime took its memberships along: nothing is left to be done. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof Refusal) || error.kind !== 'not-found') throw error
}

const tellGroup = (executor: Executor, command: GroupCommand) =>
  executor
    .execute(streams.group(command.data.groupId), groupDecider, command, crowd)
    .catch(unlessGone)

/** Sees to it that a user is in these groups and no longer in those; the default ones aside. */
export const settleMemberships = async (
  executor: Executor,
  userId: number,
  wanted: readonly WantedMembership[],
  unwantedGroupIds: readonly number[],
): Promise<void> => {
  for (const groupId of unwantedGroupIds)
    await tellGroup(executor, { type: 'EnsureNoMember', data: { groupId, userId } })
  for (const { groupId, membershipId, isGroupManager } of wanted)
    await tellGroup(executor, {
      type: 'EnsureMember',
      data: {
        groupId,
        membershipId,
        userId,
        ...(isGroupManager !== undefined && { isGroupManager }),
      },
    })
}

/** Sees to it that a user manages none of these groups. */
export const endManaging = async (
  executor: Executor,
  userId: number,
  groupIds: readonly number[],
): Promise<void> => {
  for (const groupId of groupIds)
    await tellGroup(executor, { type: 'EnsureNoManager', data: { groupId, userId } })
}
