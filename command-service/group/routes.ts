import * as contract from '../../shared/contract/group.ts'
import { readBack } from '../../shared/contract/route.ts'
import { decide } from '../../shared/kernel/decider.ts'
import { found } from '../../shared/kernel/refusal.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { tryOr } from '../try-out.ts'
import { type GroupCommand, groupDecider } from './decider.ts'
import { type MembershipDependencies, membershipRoutes } from './membership-routes.ts'
import { groupNameKey, groupNames } from './names.ts'

export type GroupDependencies = MembershipDependencies & { readonly now: () => Date }

/** The group a command is for. @throws {Refusal} as the command itself would. */
const groupFor = async (executor: Executor, command: GroupCommand) => {
  const { state } = await executor.load(streams.group(command.data.groupId), groupDecider)
  found(state.status === 'there' ? state : undefined, 'Group')
  decide(groupDecider, command, state)
  return state
}

const renameGroup = async (executor: Executor, groupId: number, name: string, now: Date) => {
  const command = { type: 'RenameGroup' as const, data: { groupId, name } }
  const { name: before } = await groupFor(executor, command)
  const rename = () => executor.execute(streams.group(groupId), groupDecider, command)
  if (groupNameKey(name) === groupNameKey(before)) return rename()
  // The new name is reserved before it is used and the old one given up after.
  await groupNames.reserve(executor, name, groupId, now)
  return groupNames.givingUp(executor, before, groupId, rename)
}

const deleteGroup = async (executor: Executor, groupId: number) => {
  const command = { type: 'DeleteGroup' as const, data: { groupId } }
  const { name } = await groupFor(executor, command)
  await groupNames.givingUp(executor, name, groupId, () =>
    executor.execute(streams.group(groupId), groupDecider, command),
  )
}

export const groupRoutes = (dependencies: GroupDependencies): CommandRoute[] => [
  on(contract.createGroup, async ({ body: { name } }, { executor, ids }) => {
    const groupId = await ids.next('group')
    await groupNames.reserve(executor, name, groupId, dependencies.now())
    await executor.execute(streams.group(groupId), groupDecider, {
      type: 'CreateGroup',
      data: { groupId, name },
    })
    return readBack(contract.getGroup, { id: groupId })
  }),

  on(contract.renameGroup, async ({ params: { id }, body }, { executor }) => {
    await renameGroup(executor, id, body.name, dependencies.now())
    return readBack(contract.getGroup, { id })
  }),

  on(contract.deleteGroup, ({ params: { id }, query }, { executor }) =>
    tryOr(query, dependencies, executor, (its) => deleteGroup(its, id)),
  ),

  ...membershipRoutes(dependencies),
]
