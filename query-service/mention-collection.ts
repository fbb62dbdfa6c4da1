import type { CollectionMention } from '../shared/contract/collection.ts'
import type { CollectionRights } from '../shared/permissions/collection-rights.ts'
import { collectionName } from './collection-name.ts'

/** Something saved, and the collection it is in, as a joined row tells them. */
type Saved = {
  readonly collection_id: number | null
  readonly collection_name: string | null
  readonly owner_name: string | null
  readonly authority_level: 'official' | null
  readonly personal_owner_id: number | null
}

/** The collection something is in; null for the root. */
export const mentionCollection = (
  saved: Saved,
  rights: CollectionRights,
): CollectionMention | null =>
  saved.collection_id === null
    ? null
    : {
        id: saved.collection_id,
        name: collectionName(saved.collection_name, saved.owner_name),
        authority_level: saved.authority_level,
        personal_owner_id: saved.personal_owner_id,
        type: null,
        can_write: rights.mayWrite(saved.collection_id),
      }
