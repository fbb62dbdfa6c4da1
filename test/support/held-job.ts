import type { Hold } from '../../command-service/reactors/subscriptions/delivery.ts'
import { LostLease } from '../../command-service/reactors/subscriptions/lease.ts'
import type { Handed } from '../../shared/ports/subscription-jobs.ts'

export type HeldJob = Hold & {
  /** From now on it is somebody else's. */
  lose(): void
  end(): void
}

/** A job in our hands that remembers what is put down. */
export const heldJob = (before: Handed = {}): HeldJob => {
  let handed = before
  let isOurs = true
  const ending = new AbortController()
  return {
    handed: () => handed,
    note: async (recipient, what) => {
      if (!isOurs) throw new LostLease()
      const { [recipient]: _, ...others } = handed
      handed = what === undefined ? others : { ...others, [recipient]: what }
    },
    signal: ending.signal,
    lose: () => {
      isOurs = false
    },
    end: () => ending.abort(new Error('the service stops')),
  }
}
