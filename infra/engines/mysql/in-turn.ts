import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs pieces of work one after the other, in the order they come. One that takes longer than
 * `limitMs` goes on, but holds the next one up no further.
 */
export const inTurn = (limitMs: number) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work)
    const over = mine.catch(() => undefined)
    last = last.then(() => Promise.race([over, sleep(limitMs, undefined, { ref: false })]))
    return mine
  }
}
