import { z } from 'zod'
import { collectionLevel } from '../permissions/levels.ts'
import { type EventOf, eventType, id } from './event-type.ts'

const parentId = id.nullable()

/** What a collection is called and where it began: on its own stream. */
export const collectionEvents = {
  CollectionCreated: eventType(
    z.object({
      collectionId: id,
      /** Null for a personal collection, which is named after its owner wherever it is shown. */
      name: z.string().nullable(),
      description: z.string().nullable(),
      /** Null stands for the root. */
      parentId,
      personalOwnerId: id.nullable(),
      authorityLevel: z.literal('official').nullable(),
      /** Copied from the parent as it was; nothing is inherited later. */
      access: z.array(z.object({ group: id, level: collectionLevel })),
    }),
  ),
  CollectionChanged: eventType(
    z.object({
      collectionId: id,
      name: z.string().optional(),
      description: z.string().nullable().optional(),
      authorityLevel: z.literal('official').nullable().optional(),
    }),
  ),
}
export type CollectionEvent = EventOf<typeof collectionEvents>

/**
 * Changes of the tree, all on one stream: two moves that would make a circle together meet there.
 * `cascade` names the descendants that go along, so that a restore brings back just those.
 */
export const collectionTreeEvents = {
  CollectionMoved: eventType(z.object({ collectionId: id, from: parentId, to: parentId })),
  CollectionArchived: eventType(z.object({ collectionId: id, cascade: z.array(id) })),
  CollectionRestored: eventType(z.object({ collectionId: id, cascade: z.array(id) })),
  CollectionDeleted: eventType(z.object({ collectionId: id, cascade: z.array(id) })),
}
export type CollectionTreeEvent = EventOf<typeof collectionTreeEvents>

/** Which collection is a user's own; one each. */
export const personalCollectionEvents = {
  PersonalCollectionAssigned: eventType(z.object({ userId: id, collectionId: id })),
}
export type PersonalCollectionEvent = EventOf<typeof personalCollectionEvents>
