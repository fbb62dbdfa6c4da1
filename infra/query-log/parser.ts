import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** The grammars there are parsers for. */
export type SqlFamily = 'postgres' | 'mysql'

/** Longer than any ordinary statement takes by far. */
const patienceMs = 5_000

/** Compiled code stands one folder deeper than this, and the worker is not compiled. */
const workerFile = (): URL => {
  const beside = new URL('./parse-worker.mjs', import.meta.url)
  return existsSync(beside)
    ? beside
    : new URL('../../../infra/query-log/parse-worker.mjs', import.meta.url)
}

type Answer = { readonly id: number; readonly tree?: string }

/** Parses SQL in a thread that is started when it is needed, and anew when a statement was too much. */
export const sqlParser = () => {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, (tree: unknown) => void>()

  const giveUp = (): void => {
    void worker?.terminate()
    worker = undefined
    for (const resolve of waiting.values()) resolve(undefined)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(workerFile(), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    started.unref()
    started.on('message', ({ id, tree }: Answer) => {
      waiting.get(id)?.(tree === undefined ? undefined : JSON.parse(tree))
      waiting.delete(id)
    })
    const lost = () => worker === started && giveUp()
    started.on('error', lost)
    started.on('exit', lost)
    return started
  }

  return {
    /** The syntax tree; undefined for what cannot be parsed, or not in time. */
    parse: (family: SqlFamily, sql: string): Promise<unknown> =>
      new Promise((resolve) => {
        worker ??= start()
        last += 1
        const timer = setTimeout(giveUp, patienceMs)
        waiting.set(last, (tree) => {
          clearTimeout(timer)
          resolve(tree)
        })
        worker.postMessage({ id: last, family, sql })
      }),
    stop: giveUp,
  }
}

export type SqlParser = ReturnType<typeof sqlParser>
