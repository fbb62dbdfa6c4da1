import type { GroupEvent } from '../../shared/events/group.ts'
import type { Decider } from '../../shared/kernel/decider.ts'

export type Group = { readonly exists: boolean }

export type GroupCommand = { type: 'CreateGroup'; data: { groupId: number; name: string } }

export const groupDecider: Decider<Group, GroupCommand, GroupEvent> = {
  initial: { exists: false },
  decide: {
    CreateGroup: (data, group) => (group.exists ? [] : [{ type: 'GroupCreated', data }]),
  },
  evolve: { GroupCreated: () => ({ exists: true }) },
}
