import { Refusal } from '../shared/kernel/refusal.ts'

type Options = {
  /** Tasks under way at the same time. */
  readonly atOnce: number
  /** Tasks that wait for their turn; one more is refused. */
  readonly waiting: number
  /** What is said to whom it refuses. */
  readonly refusal: string
}

export type BoundedQueue = <T>(task: () => Promise<T>) => Promise<T>

/** First come, first served. @throws {Refusal} `overloaded` at once when the queue is full. */
export const boundedQueue = ({ atOnce, waiting, refusal }: Options): BoundedQueue => {
  const queue: (() => void)[] = []
  let running = 0

  const turn = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    if (queue.length >= waiting) throw new Refusal('overloaded', refusal, { retryAfter: 1 })
    return new Promise((start) => queue.push(start))
  }

  return async (task) => {
    await turn()
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
