import type { DatasetQuery } from '../../../shared/contract/dataset.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'
import type { DatabaseRow } from '../../../shared/views/database.ts'
import { rowLimit } from '../limits.ts'
import { parseNative } from '../native.ts'
import type { PreparedQuery, PrepareOptions } from './prepared.ts'

/** SQL: rows that a parameter was meant to leave out must not be answered as if there were none. */
const refuseParameters = ({ parameters }: DatasetQuery) => {
  const isSet = parameters?.some(({ value }) => value !== undefined && value !== null)
  if (isSet) throw invalid('parameters', 'Parameters are not supported yet.')
}

/** SQL of the caller's own, which runs as it is. @throws {Refusal} 400 */
export const prepareNative = (
  query: DatasetQuery,
  database: DatabaseRow,
  { caps }: PrepareOptions,
): PreparedQuery => {
  refuseParameters(query)
  return {
    database,
    compiled: parseNative(query.native),
    origin: 'foreign',
    rowLimit: rowLimit({}, caps.bare),
    columns: undefined,
    reads: { table: null, cards: [], tables: null },
  }
}
