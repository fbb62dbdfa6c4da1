import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/**
 * The file of a thread, which stands beside who starts it. Threads are not compiled: where compiled
 * code asks, they stand where its sources do.
 */
export const workerFile = (beside: URL): URL =>
  existsSync(beside) ? beside : new URL(beside.href.replace(/^(.*)\/dist\//, '$1/'))

type Options = {
  readonly file: URL
  /** How long an answer may take, in milliseconds. */
  readonly patienceMs: number
  readonly memoryMb: number
}

type Message<Answer> = { readonly id: number; readonly answer?: Answer }

/**
 * A thread that answers, `{ id, ...question }` with `{ id, answer }`: started when it is needed,
 * and anew when a question was too much for it, in time or in memory.
 */
export const answeringThread = <Question extends object, Answer>({
  file,
  patienceMs,
  memoryMb,
}: Options) => {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, (answer: Answer | undefined) => void>()

  const giveUp = (): void => {
    void worker?.terminate()
    worker = undefined
    for (const resolve of waiting.values()) resolve(undefined)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    started.unref()
    started.on('message', ({ id, answer }: Message<Answer>) => {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    })
    const lost = () => worker === started && giveUp()
    started.on('error', lost)
    started.on('exit', lost)
    return started
  }

  return {
    /** Undefined for a question there is no answer to, or none in time. */
    ask: (question: Question): Promise<Answer | undefined> =>
      new Promise((resolve) => {
        worker ??= start()
        last += 1
        const timer = setTimeout(giveUp, patienceMs)
        waiting.set(last, (answer) => {
          clearTimeout(timer)
          resolve(answer)
        })
        worker.postMessage({ id: last, ...question })
      }),
    stop: giveUp,
  }
}
