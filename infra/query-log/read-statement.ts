import type { WrittenTable } from '../../shared/ports/query-log.ts'
import { answeringThread, workerFile } from '../worker-thread.ts'

type Family = 'postgres' | 'mysql' | 'pipeline'

/** In what language each engine is spoken to; H2 is near enough to Postgres to be read as that. */
const families: ReadonlyMap<string, Family> = new Map([
  ['postgres', 'postgres'],
  ['h2', 'postgres'],
  ['mysql', 'mysql'],
  ['mongo', 'pipeline'],
])

type Question = { readonly family: Family; readonly statement: string }

/** Longer than any ordinary statement takes by far, in milliseconds. */
const patienceMs = 5_000

/** Reads statements for the tables they name, in a thread that starts anew when one was too much. */
export const statementTables = () => {
  const thread = answeringThread<Question, readonly WrittenTable[]>({
    file: workerFile(new URL('./parse-worker.mjs', import.meta.url)),
    patienceMs,
    memoryMb: 256,
  })
  return {
    /** The tables a statement names; undefined where it could not be read, or may hide some. */
    read: async (
      engine: string,
      statement: string,
    ): Promise<readonly WrittenTable[] | undefined> => {
      const family = families.get(engine)
      return family && thread.ask({ family, statement })
    },
    stop: thread.stop,
  }
}
