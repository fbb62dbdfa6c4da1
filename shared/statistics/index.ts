import { dialects } from '../sql/dialects/index.ts'
import type { FieldStatistics } from './field-statistics.ts'
import { pipelineStatistics } from './pipeline.ts'
import { sqlStatistics } from './sql.ts'

const statistics: ReadonlyMap<string, FieldStatistics> = new Map([
  ...[...dialects].map(([engine, dialect]) => [engine, sqlStatistics(dialect)] as const),
  ['mongo', pipelineStatistics],
])

/** @throws for an engine there is none of: databases have one that there is. */
export const statisticsOf = (engine: string): FieldStatistics => {
  const found = statistics.get(engine)
  if (!found) throw new Error(`Nothing can be asked of the engine ${JSON.stringify(engine)}.`)
  return found
}
