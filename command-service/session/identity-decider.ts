import type { IdentityEvent } from '../../shared/events/user.ts'
import type { Decider } from '../../shared/kernel/decider.ts'

type Assignment = { readonly userId: number | undefined }

type IdentityCommand = { type: 'AssignIdentity'; data: { userId: number } }

/**
 * Finds the user of an identity; the user's own stream says whether they still are. So whoever came
 * last has it.
 */
export const identityDecider: Decider<Assignment, IdentityCommand, IdentityEvent> = {
  initial: { userId: undefined },
  decide: {
    AssignIdentity: (data, it) =>
      it.userId === data.userId ? [] : [{ type: 'IdentityAssigned', data }],
  },
  evolve: {
    IdentityAssigned: (_, { userId }) => ({ userId }),
  },
}
