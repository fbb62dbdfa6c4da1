import { invalid, Refusal } from '../../shared/kernel/refusal.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import { ConnectionProblem } from '../../shared/ports/engine-driver.ts'
import type {
  EngineWriter,
  WriteOutcome,
  WriteStatement,
} from '../../shared/ports/engine-writer.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'

export type Writing = {
  readonly connections: Pick<Connections, 'targetOf'>
  /** By engine. */
  readonly writers: ReadonlyMap<string, EngineWriter>
  readonly settings: Pick<Settings, 'get'>
}

const targetFor = async ({ connections }: Writing, database: DatabaseRow) => {
  try {
    return await connections.targetOf(database)
  } catch (error) {
    if (!(error instanceof ConnectionProblem)) throw error
    throw new Refusal('action-failed', error.message)
  }
}

/**
 * What writes to a database, in one transaction. Whoever asked may go away: what was begun is done.
 * @throws {Refusal} 400 where nothing writes to its engine, 500 where it cannot be reached
 */
export const writeTo = async (
  writing: Writing,
  database: DatabaseRow,
): Promise<(statements: readonly WriteStatement[]) => Promise<WriteOutcome>> => {
  const { writers, settings } = writing
  const writer = writers.get(database.engine)
  if (!writer) throw invalid('database_id', 'Databases of this engine are not written to.')
  const target = await targetFor(writing, database)
  const timeZone = await settings.get('report-timezone')
  const options = {
    signal: new AbortController().signal,
    timeoutMs: (await settings.get('query-timeout')) * 1_000,
    ...(timeZone !== null && { timeZone }),
  }
  return (statements) => writer.write(target, statements, options)
}
