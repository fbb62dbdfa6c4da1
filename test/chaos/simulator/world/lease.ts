/** The row that says who leads, by the database's clock. */
export type Lease = {
  /** The newest term there was. */
  epoch(): number
  /** A new term, unless somebody else's still lasts. */
  take(ms: number): number | undefined
  /** False where another term has begun. */
  renew(epoch: number, ms: number): boolean
}

export const createLease = (now: () => number): Lease => {
  let epoch = 0
  let endsAt = 0
  return {
    epoch: () => epoch,
    take: (ms) => {
      if (endsAt > now()) return undefined
      epoch += 1
      endsAt = now() + ms
      return epoch
    },
    renew: (term, ms) => {
      if (term !== epoch) return false
      endsAt = now() + ms
      return true
    },
  }
}
