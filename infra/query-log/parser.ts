import { answeringThread, workerFile } from '../worker-thread.ts'

/** The grammars there are parsers for. */
export type SqlFamily = 'postgres' | 'mysql'

type Question = { readonly family: SqlFamily; readonly sql: string }

/** Longer than any ordinary statement takes by far. */
const patienceMs = 5_000

/** Parses SQL in a thread that is started when it is needed, and anew when a statement was too much. */
export const sqlParser = () => {
  const thread = answeringThread<Question, string>({
    file: workerFile('parse-worker.mjs', import.meta.url),
    patienceMs,
    memoryMb: 256,
  })
  return {
    /** The syntax tree; undefined for what cannot be parsed, or not in time. */
    parse: async (family: SqlFamily, sql: string): Promise<unknown> => {
      const tree = await thread.ask({ family, sql })
      return tree === undefined ? undefined : JSON.parse(tree)
    },
    stop: thread.stop,
  }
}

export type SqlParser = ReturnType<typeof sqlParser>
