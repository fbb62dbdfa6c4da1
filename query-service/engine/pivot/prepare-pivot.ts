import type { DatasetQuery } from '../../../shared/contract/dataset.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'
import type { Pivot } from '../mbql/pivot/pivot.ts'
import type { Asking, PrepareDependencies, Prepared, PrepareOptions } from '../prepare/prepared.ts'
import { prepareQuery } from '../prepare.ts'
import { pivotFromSettings } from './pivot-asked.ts'

/** A query to be answered as a pivot table. @throws {Refusal} 400 for SQL, and as for any query */
export const preparePivot = (
  asking: Asking,
  dependencies: PrepareDependencies,
  query: DatasetQuery,
  options: PrepareOptions & { readonly pivot: Pivot },
): Promise<Prepared> => {
  if (query.type === 'native') throw invalid('type', 'SQL cannot be pivoted.')
  return prepareQuery(asking, dependencies, query, options)
}

/** The pivot that visualization settings describe of a query; none of SQL. */
export const describedPivot = async (
  asking: Asking,
  dependencies: PrepareDependencies,
  query: DatasetQuery,
  settings: Readonly<Record<string, unknown>>,
  options: PrepareOptions,
): Promise<Pivot> => {
  const { columns = [] } = await prepareQuery(asking, dependencies, query, options)
  return pivotFromSettings(settings, columns)
}
