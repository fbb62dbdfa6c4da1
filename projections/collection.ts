import type { CollectionEvent, CollectionTreeEvent } from '../shared/events/collection.ts'
import type { Writer } from '../shared/views/change-set.ts'
import { type CollectionRow, collections } from '../shared/views/collection.ts'
import { projection } from './runtime/projection.ts'

const patchEach = (write: Writer, ids: Iterable<number>, set: Partial<CollectionRow>) => {
  for (const id of ids) write.patch(collections, { id }, set)
}

/** Collections and where they hang; whose personal collection they are in follows from that. */
export const collectionProjection = projection<CollectionEvent | CollectionTreeEvent>({
  name: 'collection',
  version: 1,
  onFailure: 'stop',
  views: [collections],
  on: {
    CollectionCreated: (write, { data, at }) =>
      write.put(collections, {
        id: data.collectionId,
        name: data.name,
        description: data.description,
        parent_id: data.parentId,
        personal_owner_id: data.personalOwnerId,
        authority_level: data.authorityLevel,
        archived: false,
        created_at: at,
        updated_at: at,
      }),

    CollectionChanged: (write, { data, at }) =>
      write.patch(
        collections,
        { id: data.collectionId },
        {
          ...(data.name !== undefined && { name: data.name }),
          ...(data.description !== undefined && { description: data.description }),
          ...(data.authorityLevel !== undefined && { authority_level: data.authorityLevel }),
          updated_at: at,
        },
      ),

    CollectionMoved: (write, { data, at }) =>
      patchEach(write, [data.collectionId], { parent_id: data.to, updated_at: at }),

    CollectionArchived: (write, { data, at }) =>
      patchEach(write, [data.collectionId, ...data.cascade], { archived: true, updated_at: at }),

    CollectionRestored: (write, { data, at }) =>
      patchEach(write, [data.collectionId, ...data.cascade], { archived: false, updated_at: at }),

    CollectionDeleted: (write, { data }) => {
      for (const id of [data.collectionId, ...data.cascade]) write.remove(collections, { id })
    },
  },
})
