import * as contract from '../../shared/contract/dashboard-values.ts'
import type { QueryMetadata } from '../../shared/contract/dataset.ts'
import { mayReadCard } from '../cards.ts'
import { on, type QueryRoute } from '../context.ts'
import { dashcardsOf, readableDashboard } from '../dashboards.ts'
import { findDatabase } from '../metadata.ts'
import { presentCard } from '../present-card.ts'
import { describeDatabase, type MetadataDependencies, noMetadata } from '../query-metadata.ts'
import { loadDataRights } from '../rights.ts'
import { shownCards } from '../shared-things/shown-cards.ts'
import { usableSnippets } from '../snippets.ts'

const both = (one: QueryMetadata, other: QueryMetadata): QueryMetadata => ({
  ...one,
  databases: [...one.databases, ...other.databases],
  tables: [...one.tables, ...other.tables],
  fields: [...one.fields, ...other.fields],
  fks: [...one.fks, ...other.fks],
})

/** What is around a dashboard, as far as one may know it. */
export const dashboardMetadataRoutes = (
  dependencies: MetadataDependencies,
): readonly QueryRoute[] => [
  on(contract.getDashboardMetadata, async ({ params: { id } }, { actor, views }) => {
    const { rights } = await readableDashboard(views, actor, id)
    const shown = [...(await shownCards(views, await dashcardsOf(views, id))).values()]
    const cards = shown.filter((card) => mayReadCard(rights, card))
    const dataRights = await loadDataRights(views, actor)
    const ids = new Set(cards.map((card) => card.database_id).filter(dataRights.maySeeDatabase))
    let described = noMetadata
    for (const databaseId of ids) {
      const database = await findDatabase(views, databaseId)
      const one = await describeDatabase(views, dependencies, database, dataRights)
      described = both(described, one)
    }
    return {
      ...described,
      cards: cards.map((card) => presentCard(card, rights)),
      snippets: ids.size > 0 ? await usableSnippets(views, actor) : [],
    }
  }),

  on(contract.listRelatedToDashboard, async ({ params: { id } }, { actor, views }) => {
    await readableDashboard(views, actor, id)
    return {}
  }),
]
