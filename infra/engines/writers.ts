import type { EngineWriter } from '../../shared/ports/engine-writer.ts'
import { h2Writer } from './h2/writer.ts'
import { mongoWriter } from './mongo/writer.ts'
import { mysqlWriter } from './mysql/writer.ts'
import { type EngineOptions, engineDefaults } from './options.ts'
import { postgresWriter } from './postgres/writer.ts'

/** What writes to customers' databases, by engine: over connections that no query uses. */
export const engineWriters = (
  options: Partial<EngineOptions> = {},
): ReadonlyMap<string, EngineWriter> => {
  const bounds = { ...engineDefaults, ...options }
  const writers = [postgresWriter(bounds), mysqlWriter(bounds), h2Writer(bounds), mongoWriter()]
  return new Map(writers.map((writer) => [writer.engine, writer]))
}
