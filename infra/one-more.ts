/**
 * Has work done once at a time. Whoever asks while it is under way shares the one that begins after
 * it, and so sees what was true when they asked: however many ask, one is under way and one waits.
 */
export const oneMore = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= underWay.then(() => {
      next = undefined
      const begun = work()
      underWay = begun.catch(() => undefined)
      return begun
    })
    return next
  }
}
