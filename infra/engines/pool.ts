import { QueryProblem } from '../../shared/ports/engine-driver.ts'

/** What a pool needs to know of a connection. `alive` turns false when the socket is gone. */
export type PooledConnection = { readonly alive: boolean; close(): void }

export type Lease<C> = {
  readonly connection: C
  /** It lay idle before, so the server may have ended it unnoticed. */
  readonly reused: boolean
  /** Gives the connection back, as good as new. */
  release(): void
  /** Closes the connection and makes room for another. */
  destroy(): void
}

export type Pool<C> = {
  /** @throws {QueryProblem} `overloaded`, or `cancelled` when `signal` aborts while waiting. */
  acquire(signal: AbortSignal): Promise<Lease<C>>
  /** Closes what is idle now. */
  closeIdle(): void
  /** Closes what is idle now and the rest as it comes back. */
  end(): void
}

export type PoolBounds = {
  readonly poolSize: number
  readonly queueLimit: number
  readonly queueWaitMs: number
  readonly idleMs: number
}

type Waiter = { admit(): void; refuse(problem: QueryProblem): void }

const overloaded = () =>
  new QueryProblem('overloaded', 'Too many queries are running on this database. Try again soon.')
const cancelled = () => new QueryProblem('cancelled', 'The query was cancelled.')
const ended = () => new QueryProblem('connection', 'The connection to the database was closed.')

/** Admits at most `poolSize` at a time; the others wait in order of arrival, bounded. */
const turnstile = ({ poolSize, queueLimit, queueWaitMs }: PoolBounds) => {
  const queue = new Set<Waiter>()
  let admitted = 0

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(waiter)
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        admit: () => {
          leave()
          resolve()
        },
        refuse: (problem) => {
          leave()
          reject(problem)
        },
      }
      const onAbort = () => waiter.refuse(cancelled())
      const timer = setTimeout(() => waiter.refuse(overloaded()), queueWaitMs)
      signal.addEventListener('abort', onAbort)
      queue.add(waiter)
    })

  return {
    async enter(signal: AbortSignal): Promise<void> {
      if (signal.aborted) throw cancelled()
      if (admitted < poolSize) {
        admitted += 1
        return
      }
      if (queue.size >= queueLimit) throw overloaded()
      await wait(signal) // The place of whoever leaves is handed on, so the count stays.
    },
    leave(): void {
      const next = queue.values().next().value
      if (next) next.admit()
      else admitted -= 1
    },
    refuseAll(problem: QueryProblem): void {
      for (const waiter of [...queue]) waiter.refuse(problem)
    },
  }
}

type Idle<C> = { readonly connection: C; readonly expiry: NodeJS.Timeout }

/** Connections nobody uses; the one used last is taken first, so a quiet pool shrinks. */
const idleConnections = <C extends PooledConnection>(idleMs: number) => {
  const idle: Idle<C>[] = []
  const discard = (connection: C) => {
    const index = idle.findIndex((it) => it.connection === connection)
    if (index >= 0) idle.splice(index, 1)
    connection.close()
  }
  return {
    take(): C | undefined {
      for (let last = idle.pop(); last; last = idle.pop()) {
        clearTimeout(last.expiry)
        if (last.connection.alive) return last.connection
        last.connection.close()
      }
      return undefined
    },
    put(connection: C): void {
      const expiry = setTimeout(() => discard(connection), idleMs)
      expiry.unref()
      idle.push({ connection, expiry })
    },
    closeAll(): void {
      for (const { connection, expiry } of idle.splice(0)) {
        clearTimeout(expiry)
        connection.close()
      }
    },
  }
}

export const createPool = <C extends PooledConnection>(
  open: () => Promise<C>,
  bounds: PoolBounds,
): Pool<C> => {
  const places = turnstile(bounds)
  const idle = idleConnections<C>(bounds.idleMs)
  let over = false

  const lease = (connection: C, reused: boolean): Lease<C> => {
    let returned = false
    const giveBack = (keep: boolean) => {
      if (returned) return
      returned = true
      if (keep && !over && connection.alive) idle.put(connection)
      else connection.close()
      places.leave()
    }
    const release = () => giveBack(true)
    const destroy = () => giveBack(false)
    return { connection, reused, release, destroy }
  }

  return {
    async acquire(signal) {
      if (over) throw ended()
      await places.enter(signal)
      try {
        const waiting = idle.take()
        if (waiting) return lease(waiting, true)
        const opened = lease(await open(), false)
        if (!signal.aborted) return opened
        opened.release()
      } catch (error) {
        places.leave()
        throw error
      }
      // Whoever wanted it has left; the next one need not open another.
      throw cancelled()
    },
    closeIdle: idle.closeAll,
    end() {
      over = true
      places.refuseAll(ended())
      idle.closeAll()
    },
  }
}
