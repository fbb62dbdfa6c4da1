import { sql } from 'kysely'
import * as contract from '../../shared/contract/card-lists.ts'
import { isArchived } from '../archived.ts'
import { byName } from '../by-name.ts'
import { mayReadCard, readableCard, savedCards } from '../cards.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { mayReadDashboard, savedDashboards } from '../dashboards.ts'
import { page } from '../paging.ts'
import { presentCard } from '../present-card.ts'
import { fitsBeside } from './series.ts'

const seriesPerPage = 50

const mention = ({ id, name }: { readonly id: number; readonly name: string }) => ({ id, name })

/** Dashboards on which a question stands, by itself or in the chart of another. */
const dashboardsOf = (views: Views, cardId: number) =>
  savedDashboards(views)
    .where('dashboards.id', 'in', (within) =>
      within
        .selectFrom('dashcards')
        .select('dashcards.dashboard_id')
        .where((it) =>
          it.or([
            it('dashcards.card_id', '=', cardId),
            sql<boolean>`dashcards.series @> ${JSON.stringify([cardId])}::jsonb`,
          ]),
        ),
    )
    .execute()

export const cardListRoutes: readonly QueryRoute[] = [
  on(contract.listEmbeddableCards, async ({ query }, { views, header }) => {
    const rows = await savedCards(views).where('cards.enable_embedding', '=', true).execute()
    const shown = rows.filter((card) => !isArchived(card)).sort(byName)
    return page(shown, query, header).map(mention)
  }),

  on(contract.listDashboardsOfCard, async ({ params: { id } }, { actor, views }) => {
    const { rights } = await readableCard(views, actor, id)
    const dashboards = await dashboardsOf(views, id)
    return dashboards
      .filter((dashboard) => !isArchived(dashboard) && mayReadDashboard(rights, dashboard))
      .sort(byName)
      .map(mention)
  }),

  on(contract.listSeriesOfCard, async ({ params: { id }, query }, { actor, views }) => {
    const { card, rights } = await readableCard(views, actor, id)
    const fits = fitsBeside(card)
    const { query: part = '', exclude_ids: excluded = [], last_cursor: below } = query
    const rows = await savedCards(views).orderBy('cards.id', 'desc').execute()
    return rows
      .filter((other) => below === undefined || other.id < below)
      .filter((other) => !excluded.includes(other.id) && fits(other))
      .filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()))
      .filter((other) => mayReadCard(rights, other))
      .slice(0, seriesPerPage)
      .map((other) => presentCard(other, rights))
  }),
]
