import type pg from 'pg'
import type { Bus } from '../../shared/ports/bus.ts'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import { after as onTheWall } from '../after.ts'
import { oneMore } from '../one-more.ts'
import { activeSchema } from './ddl.ts'

type Waiter = { readonly position: bigint; readonly wake: (reached: boolean) => void }

export type PositionWaiter = ProjectionProgress & {
  /** Read models have come this far by the work of this very process: no hint, but so. */
  advance(position: bigint): void
  /** Calls back whenever readers are found to see more than before. */
  onMoved(notify: () => void): void
  /** Nobody waits any longer: whoever does is told it was in vain. */
  close(): void
}

/** How often a waiting request looks for itself, in case no hint arrives. */
const pollMs = 100

/**
 * Lets requests wait until the read models have reached a position. What others say of it is a
 * reason to look, where somebody waits for as much, and nothing more: the checkpoint itself is read.
 */
export const positionWaiter = (
  pool: Pick<pg.Pool, 'query'>,
  hints: Pick<Bus, 'subscribe'>,
  after = onTheWall,
): PositionWaiter => {
  const waiters = new Set<Waiter>()
  const followers: (() => void)[] = []
  let known = 0n
  let heard = 0n
  let callOffPoll: (() => void) | undefined
  let closed = false

  const advance = (position: bigint) => {
    if (position <= known) return
    known = position
    for (const waiter of waiters)
      if (waiter.position <= known) {
        waiters.delete(waiter)
        waiter.wake(true)
      }
    for (const notify of followers) notify()
  }

  const read = oneMore(async () => {
    const claimed = heard
    const { rows } = await pool.query<{ position: string }>({
      name: 'checkpoint',
      text: `select position from ${activeSchema}.checkpoint`,
    })
    advance(BigInt(rows[0]?.position ?? 0))
    // It was not so, and is not to be believed of the next who waits.
    if (heard === claimed) heard = known
  })

  const look = () => void read().catch(() => undefined)

  const poll = () => {
    callOffPoll = after(pollMs, async () => {
      await read().catch(() => undefined)
      callOffPoll = undefined
      if (waiters.size > 0) poll()
    })
  }

  const isWaitedFor = (position: bigint) =>
    followers.length > 0 || [...waiters].some((waiter) => waiter.position <= position)

  const unsubscribe = hints.subscribe('read-models.checkpoint', (message) => {
    if (!message) {
      if (followers.length > 0 || waiters.size > 0) look()
      return
    }
    const position = BigInt(message.position)
    if (position <= known) return
    if (position > heard) heard = position
    if (isWaitedFor(position)) look()
  })

  return {
    known: () => known,
    advance,
    onMoved: (notify) => void followers.push(notify),
    close: () => {
      closed = true
      unsubscribe()
      callOffPoll?.()
      for (const waiter of waiters) waiter.wake(false)
      waiters.clear()
    },
    reached: (position, limitMs) => {
      if (position <= known) return Promise.resolve(true)
      if (closed) return Promise.resolve(false)
      return new Promise((resolve) => {
        const waiter: Waiter = {
          position,
          wake: (reached) => {
            callOff()
            resolve(reached)
          },
        }
        const callOff = after(limitMs, () => {
          waiters.delete(waiter)
          resolve(false)
        })
        waiters.add(waiter)
        if (position <= heard) look()
        if (!callOffPoll) poll()
      })
    },
  }
}
