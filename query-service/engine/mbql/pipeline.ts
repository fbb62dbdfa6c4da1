import type { Json } from '../../../shared/kernel/json.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'
import type { ResultColumn } from '../../../shared/ports/engine-driver.ts'
import type { Language } from './languages.ts'
import { keysOf } from './pipeline/keys.ts'
import { buildPipeline } from './pipeline/select.ts'
import type { Resolved } from './resolved.ts'

/** The server takes commands up to 16 MiB, and documents 180 levels deep. */
const mostCharacters = 8_000_000
const mostLevels = 150

const levelsOf = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 0
  let deepest = 0
  for (const member of Object.values(value)) deepest = Math.max(deepest, levelsOf(member))
  return deepest + 1
}

const resultColumns = ({ columns, selection }: Resolved): readonly ResultColumn[] | undefined => {
  if (!columns) return undefined
  const keys = keysOf(columns)
  return selection.map(({ baseType }, place) => ({
    name: keys[place] ?? '',
    databaseType: columns[place]?.database_type ?? '',
    baseType,
  }))
}

/** Structured queries as aggregation pipelines of MongoDB 5 or later, in EJSON. */
export const pipelineLanguage: Language = (resolved, slice, timeZone) => {
  const run = { timeZone, variables: { next: 0 } }
  const { collection, stages } = buildPipeline(resolved, run, slice)
  const query: Json = { collection, pipeline: [...stages] }
  const sql = JSON.stringify(query)
  if (sql.length > mostCharacters || levelsOf(query) > mostLevels)
    throw invalid('query', 'This query is too large.')
  const columns = resultColumns(resolved)
  return {
    compiled: { sql, parameters: [], ...(columns ? { columns } : {}) },
    shown: ({ pretty }) => (pretty ? JSON.stringify(query, null, 2) : sql),
  }
}
