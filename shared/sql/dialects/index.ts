import { invalid } from '../../kernel/refusal.ts'
import type { Dialect } from '../dialect.ts'
import { h2 } from './h2.ts'
import { mysql } from './mysql.ts'
import { postgres } from './postgres.ts'

/** Every SQL dialect by the engine's name; tests that loop over dialects loop over this. */
export const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['postgres', postgres],
  ['mysql', mysql],
  ['h2', h2],
])

/** @throws {Refusal} 400 for an engine that has no SQL dialect. */
export const dialectOf = (engine: string): Dialect => {
  const dialect = dialects.get(engine)
  if (!dialect) throw invalid('database', 'Structured queries are not supported on this engine.')
  return dialect
}
