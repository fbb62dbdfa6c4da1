import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../shared/ports/bus.ts'
import { wakeUp } from '../event-store/wake-up.ts'
import type { Fence, Leadership, LeadershipFacts, Term } from './leadership.ts'
import type { LeaseRows } from './lease-rows.ts'

export type LeaseOptions = {
  readonly rows: LeaseRows
  /** What is led: of all who ask under this name, one leads. */
  readonly name: string
  /** Tells this process from others. */
  readonly holder: string
  /** Hints that a lease was given back. */
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly onProblem: (message: string, error: unknown) => void
  readonly times?: LeaseTimes
}

/** In milliseconds. */
export type LeaseTimes = {
  readonly lease: number
  /** Between two times it is prolonged, or looked for by those who wait. */
  readonly renewal: number
  /** The work ends so long before the lease does. */
  readonly margin: number
}

const usualTimes: LeaseTimes = { lease: 4_000, renewal: 1_000, margin: 500 }

/** Soon after a lease has ended it is found to have ended, whatever the network takes. */
const afterEndMs = 20

const nobody = { epoch: 0n, leader: undefined }

/**
 * Leads by a lease, for which the database's clock counts, so no process needs the right time. A
 * process that was stopped for longer than its lease has no part in it any more: it finds its term
 * over as soon as it goes on, and what it had begun to write names an epoch that is past.
 */
export const leadByLease = (options: LeaseOptions): Leadership => {
  const { rows, name, holder, bus, onProblem, times = usualTimes } = options
  const stopping = new AbortController()
  const hints = wakeUp()
  let current: AbortController | undefined
  let known: Pick<LeadershipFacts, 'epoch' | 'leader'> = nobody
  let running: Promise<void> | undefined
  let seen = hints.seen()

  /** Prolongs the lease until the term is over; the term is over before the lease is. */
  const keep = async (fence: Fence, term: AbortController, takenAt: number): Promise<void> => {
    const endIn = (since: number) => since + times.lease - times.margin - performance.now()
    const tooLate = () => term.abort(new Error('the lease could not be renewed in time'))
    let deadline = setTimeout(tooLate, endIn(takenAt))
    while (!term.signal.aborted) {
      await sleep(times.renewal, undefined, { signal: term.signal }).catch(() => undefined)
      if (term.signal.aborted) break
      const askedAt = performance.now()
      const isOurs = await rows.renew(fence, times.lease).catch((error) => {
        onProblem(`the lease of ${name} could not be renewed`, error)
        return undefined
      })
      if (isOurs === false) term.abort(new Error('another process leads'))
      if (!isOurs || endIn(askedAt) <= 0) continue
      clearTimeout(deadline)
      deadline = setTimeout(tooLate, endIn(askedAt))
    }
    clearTimeout(deadline)
  }

  const serve = async (
    work: (term: Term) => Promise<void>,
    epoch: bigint,
    takenAt: number,
  ): Promise<void> => {
    const fence = { lease: name, epoch }
    const term = new AbortController()
    current = term
    known = { epoch, leader: holder }
    const kept = keep(fence, term, takenAt)
    if (!stopping.signal.aborted)
      await work({ epoch, signal: term.signal, fence }).catch((error) =>
        onProblem(`${name} failed`, error),
      )
    term.abort(new Error('the work has ended'))
    current = undefined
    await kept
    await rows.giveBack(fence).catch(() => undefined)
    bus.publish('leases.given-back', {})
    known = { epoch, leader: undefined }
    // What this process gave back is for another one.
    seen = hints.seen()
  }

  /** Milliseconds after which somebody else's lease may have ended, none where it has by now. */
  const waitFor = async (): Promise<number> => {
    const lease = await rows.find(name)
    if (lease) known = { epoch: lease.epoch, leader: lease.leftMs > 0 ? lease.holder : undefined }
    return lease && lease.leftMs > 0 ? Math.min(times.renewal, lease.leftMs + afterEndMs) : 0
  }

  const turn = async (work: (term: Term) => Promise<void>): Promise<number> => {
    const ms = await waitFor()
    if (ms > 0) return ms
    const askedAt = performance.now()
    const epoch = await rows.take(name, holder, times.lease)
    if (epoch === undefined) return afterEndMs
    await serve(work, epoch, askedAt)
    return times.renewal
  }

  const run = async (work: (term: Term) => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      seen = hints.seen()
      const ms = await turn(work).catch((error) => {
        onProblem(`whether to lead ${name} is not known`, error)
        return times.renewal
      })
      await hints.wait(seen, ms, stopping.signal)
    }
  }

  const status = () => {
    if (stopping.signal.aborted) return 'stopped'
    return current && !current.signal.aborted ? 'leader' : 'standby'
  }

  const unsubscribe = bus.subscribe('leases.given-back', hints.notify)

  return {
    lead: (work) => {
      running ??= run(work)
    },
    status,
    facts: () => ({ status: status(), ...known }),
    stop: async () => {
      unsubscribe()
      stopping.abort()
      current?.abort(new Error('stopping'))
      await running
    },
  }
}
