import { cardKeys } from '../../shared/cards/card-state.ts'
import * as contract from '../../shared/contract/card.ts'
import type { CardHistories } from '../../shared/ports/version-histories.ts'
import { mayReadCard, readableCard, savedCards } from '../cards.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import { on, type QueryRoute } from '../context.ts'
import { findDatabase } from '../metadata.ts'
import { page } from '../paging.ts'
import { presentCard, presentPast } from '../present-card.ts'
import { describeDatabase, type MetadataDependencies, noMetadata } from '../query-metadata.ts'
import { loadDataRights } from '../rights.ts'
import type { SavedRunDependencies } from '../saved-runs.ts'
import { usableSnippets } from '../snippets.ts'
import { presentVersions, versionAsOf } from '../versions.ts'
import { listed } from './filters.ts'
import { cardListRoutes } from './list-routes.ts'
import { runCardRoutes } from './run-routes.ts'

export type CardDependencies = SavedRunDependencies &
  MetadataDependencies & { readonly cardHistories: CardHistories }

export const cardRoutes = (dependencies: CardDependencies): readonly QueryRoute[] => [
  on(contract.listCards, async ({ query }, { actor, views, header }) => {
    const rights = await loadCollectionRights(views, actor)
    const rows = await savedCards(views).execute()
    const readable = rows.filter((card) => mayReadCard(rights, card))
    const asked = { userId: actor.userId, modelId: query.model_id }
    const shown = listed(readable, query.f, asked)
    return page(shown, query, header).map((card) => presentCard(card, rights))
  }),

  on(contract.getCard, async ({ params: { id }, query: { as_of } }, { actor, views }) => {
    const { card, rights } = await readableCard(views, actor, id)
    if (!as_of) return presentCard(card, rights)
    const history = await dependencies.cardHistories.of(id)
    return presentPast(card, rights, versionAsOf(history, as_of, 'Card'))
  }),

  on(contract.getCardHistory, async ({ params: { id }, query }, { actor, views, header }) => {
    await readableCard(views, actor, id)
    const history = await dependencies.cardHistories.of(id)
    return page(await presentVersions(views, history, cardKeys), query, header)
  }),

  on(contract.getCardMetadata, async ({ params: { id } }, { actor, views }) => {
    const { card, rights } = await readableCard(views, actor, id)
    const { source_card_ids: ids } = card
    const rows =
      ids.length > 0 ? await savedCards(views).where('cards.id', 'in', ids).execute() : []
    const cards = rows
      .filter((source) => mayReadCard(rights, source))
      .map((source) => presentCard(source, rights))
    const dataRights = await loadDataRights(views, actor)
    if (!dataRights.maySeeDatabase(card.database_id)) return { ...noMetadata, cards }
    const database = await findDatabase(views, card.database_id)
    const described = await describeDatabase(views, dependencies, database, dataRights)
    return { ...described, cards, snippets: await usableSnippets(views, actor) }
  }),

  ...cardListRoutes,
  ...runCardRoutes(dependencies),
]
