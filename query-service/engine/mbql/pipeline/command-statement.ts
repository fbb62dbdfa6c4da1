import type { Json } from '../../../../shared/kernel/json.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { ResultColumn } from '../../../../shared/ports/engine-driver.ts'
import type { Statement } from '../../statement.ts'
import type { Pipeline } from './source.ts'

/** The server takes commands up to 16 MiB, and documents 180 levels deep. */
const mostCharacters = 8_000_000
const mostLevels = 150

const isDeeper = (value: Json, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

/** A pipeline as EJSON text. @throws {Refusal} 400 for one too large to run. */
export const commandStatement = (
  { collection, stages }: Pipeline,
  columns?: readonly ResultColumn[],
): Statement => {
  const query: Json = { collection, pipeline: [...stages] }
  const isTooDeep = isDeeper(query, mostLevels)
  const sql = isTooDeep ? '' : JSON.stringify(query)
  if (isTooDeep || sql.length > mostCharacters) throw invalid('query', 'This query is too large.')
  return {
    compiled: { sql, parameters: [], ...(columns ? { columns } : {}) },
    shown: ({ pretty }) => (pretty ? JSON.stringify(query, null, 2) : sql),
  }
}
