import { invalid } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import {
  administratorsId,
  allUsersId,
  isDefaultGroup,
} from '../../shared/permissions/default-groups.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'
import type { Executor } from '../execute.ts'
import { settleMemberships } from '../memberships.ts'

/** Groups by id, with whether the user manages them; undefined where that is not said. */
export type Groups = ReadonlyMap<number, boolean | undefined>

export const noGroups: Groups = new Map()

type GroupsInBody = {
  readonly group_ids?: readonly number[] | null | undefined
  readonly user_group_memberships?:
    | readonly { readonly id: number; readonly is_group_manager?: boolean | undefined }[]
    | null
    | undefined
}

/**
 * The groups a body asks for, with All Users, which goes without saying; undefined where it says
 * nothing about groups.
 * @throws {Refusal} 400 when it says two different things.
 */
export const groupsAskedFor = (body: GroupsInBody): Groups | undefined => {
  const { group_ids: ids, user_group_memberships: memberships } = body
  if (!ids && !memberships) return undefined
  const withAllUsers = (groups: Iterable<readonly [number, boolean | undefined]>): Groups =>
    new Map([[allUsersId, undefined], ...groups])
  const named = withAllUsers((ids ?? []).map((id) => [id, undefined]))
  if (!memberships) return named
  const described = withAllUsers(
    memberships.map(({ id, is_group_manager }) => [id, is_group_manager]),
  )
  const agree = described.size === named.size && [...named.keys()].every((id) => described.has(id))
  if (ids && !agree) throw contradiction()
  return described
}

const contradiction = () =>
  invalid('user_group_memberships', 'These are other groups than those in group_ids.')

/**
 * Whether a body asks for an admin; undefined where it says nothing about that.
 * @throws {Refusal} 400 when it says two different things: both are one fact (decision S10).
 */
export const adminAskedFor = (
  isSuperuser: boolean | undefined,
  asked: Groups | undefined,
): boolean | undefined => {
  const inAdministrators = asked?.has(administratorsId)
  if ((isSuperuser ?? inAdministrators) !== (inAdministrators ?? isSuperuser))
    throw invalid('is_superuser', 'An admin is who is in Administrators: these two disagree.')
  return isSuperuser ?? inAdministrators
}

/** The groups a user is in. */
export const groupsOf = (state: AccessState, userId: number): Groups =>
  new Map(
    state
      .groupIdsOf(userId)
      .map((groupId) => [groupId, state.membership(groupId, userId)?.isGroupManager]),
  )

/** Whether what is asked for is what there is. */
export const isAsBefore = (asked: Groups, before: Groups): boolean =>
  asked.size === before.size &&
  [...asked].every(
    ([id, manages]) => before.has(id) && (manages ?? before.get(id)) === before.get(id),
  )

/** @throws {Refusal} 400 for groups there are not, and for flags that cannot be. */
export const refuseImpossible = (asked: Groups, before: Groups, state: AccessState): void => {
  for (const groupId of asked.keys())
    if (state.groupName(groupId) === undefined)
      throw invalid('group_ids', `There is no group ${groupId}.`)
  for (const [groupId, manages] of asked) {
    if (!manages || before.get(groupId)) continue
    if (isDefaultGroup(groupId) || asked.has(administratorsId))
      throw invalid(
        'user_group_memberships',
        'A default group has no managers, and an admin is no group manager.',
      )
  }
}

/**
 * The groups a user is or was in. Whether they still are, the groups' streams say: only what was
 * read there is waited for, so that nobody hears of having left before it is so for readers.
 */
export const groupsEverOf = ({ ledger }: AccessHistory, userId: number): readonly number[] => [
  ...(ledger.groupsOf.get(userId)?.keys() ?? []),
]

/**
 * Puts a user into these groups and out of all others they ever were in; the default ones aside.
 * Each group gets an id for a membership, needed or not: a repetition of the request then draws the
 * same ones.
 */
export const moveToGroups = async (
  executor: Executor,
  ids: IdSequences,
  userId: number,
  asked: Groups,
  everIn: readonly number[],
): Promise<void> => {
  const ordinary = [...asked].filter(([groupId]) => !isDefaultGroup(groupId))
  const membershipIds = await ids.take('membership', ordinary.length)
  const wanted = ordinary.flatMap(([groupId, isGroupManager], index) => {
    const membershipId = membershipIds[index]
    return membershipId === undefined ? [] : [{ groupId, membershipId, isGroupManager }]
  })
  const unwanted = everIn.filter((id) => !isDefaultGroup(id) && !asked.has(id))
  await settleMemberships(executor, userId, wanted, unwanted)
}
