import { databaseSource, tableSource } from './data.ts'
import { cardSource, collectionSource, dashboardSource } from './saved.ts'
import type { SearchSource } from './sight.ts'

/** Everything that can be found. */
export const searchSources: readonly SearchSource[] = [
  dashboardSource,
  cardSource,
  collectionSource,
  databaseSource,
  tableSource,
]
