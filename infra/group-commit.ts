/** Items one write takes at the most. */
const mostAtOnce = 500
/** Items that may wait: more than any sane number of queries at once. */
const mostWaiting = 10_000

type Waiting<T> = {
  readonly item: T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes items together that come while another write is under way, so that many at once cost
 * little more than one. Resolves when the item's own write is done, rejects with what it failed of.
 */
export const groupCommit = <T>(write: (items: readonly T[]) => Promise<void>) => {
  let waiting: Waiting<T>[] = []
  let underWay: Promise<void> | undefined

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      try {
        await write(taken.map(({ item }) => item))
        for (const { resolve } of taken) resolve()
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    underWay = undefined
  }

  return {
    add: (item: T): Promise<void> =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) return reject(new Error('Too much is waiting.'))
        waiting.push({ item, resolve, reject })
        underWay ??= Promise.resolve().then(writeAll)
      }),
    /** Resolves when nothing waits any more. */
    settled: async (): Promise<void> => {
      while (underWay) await underWay
    },
  }
}
