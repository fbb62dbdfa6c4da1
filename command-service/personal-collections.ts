import type { IdSequences } from '../shared/ports/id-sequences.ts'
import { collectionDecider } from './collection/decider.ts'
import { personalCollectionDecider } from './collection/personal-decider.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'

/** Which collection is the user's own: decided once, whoever asks first. */
const assign = async (executor: Executor, ids: IdSequences, userId: number): Promise<number> => {
  const stream = streams.personalCollection(userId)
  const { state } = await executor.load(stream, personalCollectionDecider)
  if (state.collectionId !== undefined) return state.collectionId
  const collectionId = await ids.next('collection')
  const assigned = await executor.execute(stream, personalCollectionDecider, {
    type: 'AssignPersonalCollection',
    data: { userId, collectionId },
  })
  return assigned.state.collectionId ?? collectionId
}

/**
 * Gives a user the collection that is theirs alone, unless they have one. Assigned first and made
 * after: cut short in between, the next call makes the one that was assigned.
 */
export const ensurePersonalCollection = async (
  executor: Executor,
  ids: IdSequences,
  userId: number,
): Promise<void> => {
  const collectionId = await assign(executor, ids, userId)
  await executor.execute(streams.collection(collectionId), collectionDecider, {
    type: 'CreateCollection',
    data: {
      collectionId,
      name: null,
      description: null,
      parentId: null,
      personalOwnerId: userId,
      authorityLevel: null,
      access: [],
    },
  })
}
