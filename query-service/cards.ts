import type { Actor } from '../shared/kernel/actor.ts'
import { found, Refusal, refuseUnless } from '../shared/kernel/refusal.ts'
import type { CollectionRights } from '../shared/permissions/collection-rights.ts'
import { isArchived } from './archived.ts'
import { loadCollectionRights } from './collection-rights.ts'
import type { Views } from './context.ts'
import { publicUuid } from './public-uuid.ts'

/**
 * Saved questions with what is around them: collection, its owner, and creator. One whose collection
 * or database is gone is gone, too, whichever was recorded first.
 */
export const savedCards = (views: Views) =>
  views
    .selectFrom('cards')
    .innerJoin('databases', 'databases.id', 'cards.database_id')
    .leftJoin('collections', 'collections.id', 'cards.collection_id')
    .leftJoin('users as owners', 'owners.id', 'collections.personal_owner_id')
    .leftJoin('users as creators', 'creators.id', 'cards.creator_id')
    .where((it) =>
      it.or([it('cards.collection_id', 'is', null), it('collections.id', 'is not', null)]),
    )
    .selectAll('cards')
    .select([
      'collections.name as collection_name',
      'collections.archived as collection_archived',
      'collections.authority_level',
      'collections.personal_owner_id',
      'owners.common_name as owner_name',
      'creators.email',
      'creators.first_name',
      'creators.last_name',
      'creators.common_name',
      publicUuid('card', 'cards.id'),
    ])

export type SavedCard = Awaited<ReturnType<ReturnType<typeof savedCards>['execute']>>[number]

export const mayReadCard = (
  rights: CollectionRights,
  { collection_id }: Pick<SavedCard, 'collection_id'>,
): boolean => rights.mayRead(collection_id ?? 'root')

/** Saved questions by their ids. @throws {Refusal} 404, `gone`, unless all are there, then 403. */
export const readableCards = async (
  views: Views,
  actor: Actor,
  ids: readonly number[],
  gone: (id: number) => Refusal = () => new Refusal('not-found', 'Card not found.'),
) => {
  const rows = await savedCards(views).where('cards.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const cards = ids.map((id) => {
    const card = byId.get(id)
    if (!card) throw gone(id)
    return card
  })
  const rights = await loadCollectionRights(views, actor)
  const mayRead = cards.every((card) => mayReadCard(rights, card))
  refuseUnless(mayRead, 'forbidden', 'You may not see this question.')
  return { cards, rights }
}

/** One of them. @throws {Refusal} 404, then 403. */
export const readableCard = async (views: Views, actor: Actor, id: number) => {
  const { cards, rights } = await readableCards(views, actor, [id])
  return { card: found(cards[0], 'Card'), rights }
}

/** Who may read one may run it, unless it was put away. @throws {Refusal} 404, then 403. */
export const runnableCard = async (views: Views, actor: Actor, id: number): Promise<SavedCard> => {
  const { card } = await readableCard(views, actor, id)
  if (isArchived(card)) throw new Refusal('not-found', 'This question is archived.')
  return card
}
