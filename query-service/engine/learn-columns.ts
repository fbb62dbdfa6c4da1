import { ConnectionProblem, QueryProblem } from '../../shared/ports/engine-driver.ts'
import { type ColumnMetadata, nativeColumns } from './column-metadata.ts'
import type { Prepared } from './prepare/prepared.ts'
import { openStream, type RunDependencies } from './run.ts'

/** Nobody who saves a question waits longer for what its columns are. */
const longestMs = 5_000

export type LearnDependencies = Pick<
  RunDependencies,
  'connections' | 'settings' | 'queryLog' | 'now'
>

/** Where two have one name, nothing built on the query could say which of them it means. */
const haveOneNameEach = (columns: readonly { readonly name: string }[]): boolean =>
  new Set(columns.map(({ name }) => name)).size === columns.length

/** Rejects when the signal aborts: a server that cannot be reached is not waited for. */
const tooLate = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(new QueryProblem('timed-out', 'The query took too long.'))
    signal.addEventListener('abort', give, { once: true })
  })

/**
 * The columns a query answers, as its database tells them when it runs; one row is read at the most.
 * Null where it fails or takes too long, and where they cannot be told apart by their names.
 */
export const learnColumns = async (
  dependencies: LearnDependencies,
  prepared: Prepared,
  withinMs = longestMs,
): Promise<readonly ColumnMetadata[] | null> => {
  const run = { signal: AbortSignal.timeout(withinMs), context: 'columns', withinMs }
  const short: Prepared = { ...prepared, rowLimit: { rows: 1 } }
  try {
    const opening = openStream(dependencies, short, run)
    const { columns, batches } = await Promise.race([opening, tooLate(run.signal)])
    for await (const _ of batches) break
    return haveOneNameEach(columns) ? nativeColumns(columns) : null
  } catch (error) {
    if (error instanceof QueryProblem || error instanceof ConnectionProblem) return null
    throw error
  }
}
