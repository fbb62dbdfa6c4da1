import type { Ledger } from './ledger.ts'
import type { Resource } from './resource.ts'
import { heldSince } from './spell.ts'
import type { Moment } from './timeline.ts'

/** When the database or the collection came to be; undefined for what was always there. */
export const createdWhen = (
  { databases, collections }: Pick<Ledger, 'databases' | 'collections'>,
  position: bigint,
  resource: Resource,
): Moment | undefined => {
  if (resource.kind !== 'collection') return heldSince(databases.get(resource.databaseId), position)
  const { collectionId } = resource
  return collectionId === 'root' ? undefined : heldSince(collections.get(collectionId), position)
}
