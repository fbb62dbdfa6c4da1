import { setTimeout as sleep } from 'node:timers/promises'
import type { ReactorWatch } from '../../shared/ports/reactor-watch.ts'

export type TodoListOptions<T> = {
  readonly name: string
  /** What is due now, as the read models have it: done work has left the list, lost work has not. */
  readonly due: () => Promise<readonly T[]>
  readonly keyOf: (item: T) => number | string
  /** Answers false when another process has the item in hand; it is looked at again later. */
  readonly work: (item: T, signal: AbortSignal) => Promise<boolean>
  readonly onProblem: (message: string, error: unknown) => void
  /** Items worked on at the same time. */
  readonly atOnce?: number
  /** How often to look without a hint, in milliseconds. */
  readonly everyMs?: number
  /** Hints come with every write; those within so many milliseconds of a look are one. */
  readonly gatherMs?: number
  /** Has it notified when there is something new; answers how to end that. */
  readonly wokenBy?: (notify: () => void) => () => void
  readonly watch?: ReactorWatch | undefined
}

export type Reactor = {
  start(): void
  /** There may be something to do. */
  notify(): void
  /** Lets go of what is under way; it stays on the list. */
  stop(): Promise<void>
}

/** An item whose work threw is left alone this long. */
const restMs = 30_000

const unwatched: ReactorWatch = { found: () => undefined, work: (_, work) => work() }

/**
 * A process manager whose memory is a read model: it works on whatever is due, so a restart or a
 * lost hint costs time and nothing else.
 */
export const todoList = <T>(options: TodoListOptions<T>): Reactor => {
  const { name, due, keyOf, onProblem, atOnce = 2, everyMs = 5_000, watch = unwatched } = options
  const { gatherMs = 100 } = options
  const ending = new AbortController()
  const underWay = new Map<number | string, Promise<void>>()
  const resting = new Map<number | string, number>()
  let wake = new AbortController()
  let running: Promise<void> | undefined
  let sleepOn: (() => void) | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let hinted: NodeJS.Timeout | undefined

  const begin = (item: T) => {
    const key = keyOf(item)
    const done = watch
      .work(name, () => options.work(item, ending.signal))
      .then((mine) => {
        if (mine) resting.delete(key)
        else resting.set(key, Date.now() + everyMs)
      })
      .catch((error) => {
        if (ending.signal.aborted) return
        resting.set(key, Date.now() + restMs)
        onProblem(`${name} ${key} failed`, error)
      })
      .finally(() => {
        underWay.delete(key)
        wake.abort()
      })
    underWay.set(key, done)
  }

  const look = async () => {
    lookedAt = performance.now()
    const items = await due()
    watch.found(name, items.length)
    for (const item of items) {
      const key = keyOf(item)
      if (underWay.size >= atOnce) return
      if (!underWay.has(key) && (resting.get(key) ?? 0) < Date.now()) begin(item)
    }
  }

  const run = async () => {
    while (!ending.signal.aborted) {
      wake = new AbortController()
      await look().catch((error) => onProblem(`${name} cannot look`, error))
      const signal = AbortSignal.any([wake.signal, ending.signal])
      await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    }
    await Promise.all(underWay.values())
  }

  const notify = () => {
    if (ending.signal.aborted) return
    hinted ??= setTimeout(
      () => {
        hinted = undefined
        wake.abort()
      },
      Math.max(0, lookedAt + gatherMs - performance.now()),
    )
  }

  return {
    start: () => {
      if (running) return
      sleepOn = options.wokenBy?.(notify)
      running = run()
    },
    notify,
    stop: async () => {
      sleepOn?.()
      ending.abort()
      clearTimeout(hinted)
      await running
    },
  }
}
