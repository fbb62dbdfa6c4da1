import type pg from 'pg'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import { activeSchema } from './ddl.ts'

type Waiter = { readonly position: bigint; readonly wake: (reached: boolean) => void }

export type PositionWaiter = ProjectionProgress & {
  /** A hint that read models have come this far; the poll would find out by itself. */
  advance(position: bigint): void
  /** Nobody waits any longer: whoever does is told it was in vain. */
  close(): void
}

/** How often a waiting request looks for itself, in case no hint arrives. */
const pollMs = 100

/** Lets requests wait until the read models have reached a position. */
export const positionWaiter = (pool: pg.Pool): PositionWaiter => {
  const waiters = new Set<Waiter>()
  let known = 0n
  let polling: NodeJS.Timeout | undefined
  let closed = false

  const advance = (position: bigint) => {
    if (position > known) known = position
    for (const waiter of waiters)
      if (waiter.position <= known) {
        waiters.delete(waiter)
        waiter.wake(true)
      }
  }

  const look = async () => {
    const { rows } = await pool.query<{ position: string }>({
      name: 'checkpoint',
      text: `select position from ${activeSchema}.checkpoint`,
    })
    advance(BigInt(rows[0]?.position ?? 0))
  }

  const poll = () => {
    polling = setTimeout(async () => {
      await look().catch(() => undefined)
      polling = undefined
      if (waiters.size > 0) poll()
    }, pollMs)
  }

  return {
    known: () => known,
    advance,
    close: () => {
      closed = true
      clearTimeout(polling)
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
            clearTimeout(limit)
            resolve(reached)
          },
        }
        const limit = setTimeout(() => {
          waiters.delete(waiter)
          resolve(false)
        }, limitMs)
        waiters.add(waiter)
        if (!polling) poll()
      })
    },
  }
}
