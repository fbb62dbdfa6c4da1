import { invalid } from '../../../shared/kernel/refusal.ts'
import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import type { PreparedQuery, PrepareOptions } from './prepared.ts'

/** What differs between queries that run and those that fail before. */
type Outcome = Omit<PreparedQuery, 'database' | 'origin' | 'reads'>

/**
 * A query may ask for what cannot be done: it fails when it is run, as if the engine had said so.
 * @param columns what is known of its columns, for those who only want to know that
 * @throws {Refusal} 400 where it is to be shown, not run
 */
export const orFailing = <T extends Outcome>(
  prepare: () => T,
  { forDisplay = false }: PrepareOptions,
  columns?: PreparedQuery['columns'],
): T | Outcome => {
  try {
    return prepare()
  } catch (problem) {
    if (!(problem instanceof QueryProblem)) throw problem
    if (forDisplay) throw invalid('query', problem.message)
    return { compiled: { sql: '', parameters: [] }, rowLimit: { rows: 0 }, columns, problem }
  }
}
