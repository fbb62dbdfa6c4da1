import { invalid } from '../../../shared/kernel/refusal.ts'
import { dialects } from '../../../shared/sql/dialects/index.ts'
import type { Statement } from '../statement.ts'
import { pipelineLanguage } from './pipeline.ts'
import type { Resolved, Slice } from './resolved.ts'
import { sqlLanguage } from './sql.ts'

/**
 * Puts a resolved query into the words of an engine; `slice` is that of the whole answer. `timeZone`
 * is the one its moments are cut in, for engines whose sessions have none.
 * @throws {Refusal} 400 for a query too large to run
 * @throws {QueryProblem} `unsupported-feature` for what the engine does not have
 */
export type Language = (resolved: Resolved, slice: Slice, timeZone: string) => Statement

/** What each engine is spoken to in. */
const languages: ReadonlyMap<string, Language> = new Map([
  ...[...dialects].map(([engine, dialect]) => [engine, sqlLanguage(dialect)] as const),
  ['mongo', pipelineLanguage],
])

/** @throws {Refusal} 400 for an engine that takes no structured queries. */
export const languageOf = (engine: string): Language => {
  const language = languages.get(engine)
  if (!language) throw invalid('database', 'Structured queries are not supported on this engine.')
  return language
}
