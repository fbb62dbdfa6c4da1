import type { PersonalCollectionEvent } from '../../shared/events/collection.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'

type Assigned = Named<PersonalCollectionEvent, 'PersonalCollectionAssigned'>['data']

export type PersonalCollection = { readonly collectionId: number | undefined }

export type PersonalCollectionCommand = { type: 'AssignPersonalCollection'; data: Assigned }

/** One a user: whoever comes second takes what the first one assigned. */
export const personalCollectionDecider: Decider<
  PersonalCollection,
  PersonalCollectionCommand,
  PersonalCollectionEvent
> = {
  initial: { collectionId: undefined },
  decide: {
    AssignPersonalCollection: (data, { collectionId }) =>
      collectionId === undefined ? [{ type: 'PersonalCollectionAssigned', data }] : [],
  },
  evolve: { PersonalCollectionAssigned: (_, { collectionId }) => ({ collectionId }) },
}
