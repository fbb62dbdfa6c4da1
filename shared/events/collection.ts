import { z } from 'zod'
import { collectionLevel } from '../permissions/levels.ts'
import { type EventOf, eventType, id } from './event-type.ts'

const parentId = id.nullable()

const groupLevel = z.object({ group: id, level: collectionLevel })
export type GroupLevel = z.infer<typeof groupLevel>

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
      access: z.array(groupLevel),
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
  /** Into a personal collection nobody but its owner can follow, so it may take access away. */
  CollectionMoved: eventType(
    z.object({
      collectionId: id,
      from: parentId,
      to: parentId,
      cascade: z.array(id),
      /** Where a personal collection is left: what groups may do with all that came out of it. */
      access: z.array(groupLevel),
    }),
    { takesAccess: true },
  ),
  CollectionArchived: eventType(z.object({ collectionId: id, cascade: z.array(id) })),
  CollectionRestored: eventType(z.object({ collectionId: id, cascade: z.array(id) })),
  CollectionDeleted: eventType(z.object({ collectionId: id, cascade: z.array(id) }), {
    takesAccess: true,
  }),
}
export type CollectionTreeEvent = EventOf<typeof collectionTreeEvents>

/** Which collection is a user's own; one each. */
export const personalCollectionEvents = {
  PersonalCollectionAssigned: eventType(z.object({ userId: id, collectionId: id })),
}
export type PersonalCollectionEvent = EventOf<typeof personalCollectionEvents>
