import type { DatasetQuery } from '../../shared/contract/dataset.ts'
import type { ExaminedQuery } from '../../shared/ports/query-examiner.ts'
import { resultsMetadata } from './column-metadata.ts'
import { defaultCaps } from './limits.ts'
import type { PositionCache } from './metadata-cache.ts'
import type { Asking } from './prepare/prepared.ts'
import { prepareQuery } from './prepare.ts'

/**
 * Understands a query as far as one can without running it.
 * @param card the saved question it is or will be the query of
 * @throws {Refusal} 400, 403, 404: what running it ad hoc would answer, and 400 for a cycle
 */
export const examineQuery = async (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  card: number | undefined,
): Promise<ExaminedQuery> => {
  const { database, reads, columns } = await prepareQuery(asking, cache, query, {
    caps: defaultCaps,
    card,
  })
  return {
    reads: { database: database.id, table: reads.table, cards: [...reads.cards] },
    columns: columns ? resultsMetadata(columns).columns : null,
  }
}
