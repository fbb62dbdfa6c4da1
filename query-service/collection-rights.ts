import type { Actor } from '../shared/kernel/actor.ts'
import {
  type CollectionRights,
  collectionRightsOf,
} from '../shared/permissions/collection-rights.ts'
import type { CollectionLevel } from '../shared/permissions/levels.ts'
import { rootId } from '../shared/views/collection.ts'
import type { Views } from './context.ts'

/** Personal collections and all that is inside them: by id, whose they are. */
const loadPersonal = async (views: Views): Promise<ReadonlyMap<number, number>> => {
  const rows = await views
    .withRecursive('personal', (db) =>
      db
        .selectFrom('collections')
        .select(['id', 'personal_owner_id as owner_id'])
        .where('personal_owner_id', 'is not', null)
        .unionAll((inside) =>
          inside
            .selectFrom('collections as child')
            .innerJoin('personal', 'personal.id', 'child.parent_id')
            .select(['child.id', 'personal.owner_id']),
        ),
    )
    .selectFrom('personal')
    .select(['id', 'owner_id'])
    .execute()
  return new Map(rows.flatMap(({ id, owner_id }) => (owner_id === null ? [] : [[id, owner_id]])))
}

const loadLevels = async (views: Views, actor: Actor) => {
  const grants = await views
    .selectFrom('collection_grants')
    .select(['collection_id', 'level'])
    .where('group_id', 'in', [...actor.groupIds])
    .execute()
  const levels = new Map<number, CollectionLevel[]>()
  for (const { collection_id, level } of grants)
    levels.set(collection_id, [...(levels.get(collection_id) ?? []), level])
  return levels
}

/**
 * What this actor may do with collections and with what is in them, as the read models of this
 * request have it. An admin needs no look at them.
 */
export const loadCollectionRights = async (
  views: Views,
  actor: Actor,
): Promise<CollectionRights> => {
  const { userId, isSuperuser } = actor
  const [levels, personal] = isSuperuser
    ? [new Map<number, CollectionLevel[]>(), new Map<number, number>()]
    : await Promise.all([loadLevels(views, actor), loadPersonal(views)])
  return collectionRightsOf({
    userId,
    isSuperuser,
    levels: (collection) => levels.get(collection === 'root' ? rootId : collection) ?? [],
    personalOwner: (collectionId) => personal.get(collectionId),
  })
}
