import type { Actor } from '../../shared/kernel/actor.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import type { Views } from '../context.ts'

/** Which collection is one's own, and whether there is any to keep something in. */
export const currentCollections = async (views: Views, actor: Actor) => {
  const [rights, collections] = await Promise.all([
    loadCollectionRights(views, actor),
    views
      .selectFrom('collections')
      .select(['id', 'personal_owner_id'])
      .where('archived', '=', false)
      .execute(),
  ])
  const own = collections.find(({ personal_owner_id }) => personal_owner_id === actor.userId)
  return {
    personal_collection_id: own?.id ?? null,
    can_write_any_collection:
      rights.mayWrite('root') || collections.some(({ id }) => rights.mayWrite(id)),
  }
}
