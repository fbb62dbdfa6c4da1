import * as contract from '../../shared/contract/card.ts'
import type { CardHistories } from '../../shared/ports/card-histories.ts'
import { byName } from '../by-name.ts'
import { mayReadCard, readableCard, savedCards } from '../cards.ts'
import { loadCollectionRights } from '../collection-rights.ts'
import { on, type QueryRoute } from '../context.ts'
import { findDatabase } from '../metadata.ts'
import { page } from '../paging.ts'
import { describeDatabase, type MetadataDependencies, noMetadata } from '../query-metadata.ts'
import { loadDataRights } from '../rights.ts'
import { usableSnippets } from '../snippets.ts'
import { listed } from './filters.ts'
import { presentHistory, versionAsOf } from './history.ts'
import { pivotCardRoute } from './pivot-route.ts'
import { presentCard, presentPast } from './present.ts'
import { type RunCardDependencies, runCardRoutes } from './run-routes.ts'

export type CardDependencies = RunCardDependencies &
  MetadataDependencies & { readonly cardHistories: CardHistories }

export const cardRoutes = (dependencies: CardDependencies): readonly QueryRoute[] => [
  on(contract.listCards, async ({ query }, { actor, views, header }) => {
    const rights = await loadCollectionRights(views, actor)
    const rows = await savedCards(views).execute()
    const fits = listed(query.f, { userId: actor.userId, modelId: query.model_id })
    const shown = rows.filter((card) => mayReadCard(rights, card) && fits(card)).sort(byName)
    return page(shown, query, header).map((card) => presentCard(card, rights))
  }),

  on(contract.getCard, async ({ params: { id }, query: { as_of } }, { actor, views }) => {
    const { card, rights } = await readableCard(views, actor, id)
    if (!as_of) return presentCard(card, rights)
    const history = await dependencies.cardHistories.of(id)
    return presentPast(card, rights, versionAsOf(history, as_of))
  }),

  on(contract.getCardHistory, async ({ params: { id }, query }, { actor, views, header }) => {
    await readableCard(views, actor, id)
    const history = await dependencies.cardHistories.of(id)
    return page(await presentHistory(views, history), query, header)
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

  ...runCardRoutes(dependencies),
  pivotCardRoute(dependencies),
]
