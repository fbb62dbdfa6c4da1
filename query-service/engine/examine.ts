import type { DatasetQuery } from '../../shared/contract/dataset.ts'
import type { ExaminedQuery } from '../../shared/ports/query-examiner.ts'
import { resultsMetadata } from './column-metadata.ts'
import { type LearnDependencies, learnColumns } from './learn-columns.ts'
import { exportCaps } from './limits.ts'
import { refuseUnaskable } from './parameter-values/unaskable.ts'
import type { Asking, PrepareDependencies } from './prepare/prepared.ts'
import { prepareQuery } from './prepare.ts'

export type ExamineDependencies = LearnDependencies & PrepareDependencies

/**
 * Understands a query as far as one can without running it; only its columns may take a run.
 * @param card the saved question it is or will be the query of
 * @throws {Refusal} 400, 403, 404: what running it ad hoc would answer, and 400 for a cycle
 */
export const examineQuery = async (
  asking: Asking,
  dependencies: ExamineDependencies,
  query: DatasetQuery,
  card: number | undefined,
): Promise<ExaminedQuery> => {
  await refuseUnaskable(asking, dependencies, query.parameters ?? [])
  const prepared = await prepareQuery(asking, dependencies, query, { caps: exportCaps, card })
  const { database, reads, columns } = prepared
  return {
    reads: { database: database.id, table: reads.table, cards: [...reads.cards] },
    columns: async () => {
      const known = columns ?? (await learnColumns(dependencies, prepared))
      return known && resultsMetadata(known).columns
    },
  }
}
