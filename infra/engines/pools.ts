import type { ConnectionDetails, ConnectionTarget } from '../../shared/ports/engine-driver.ts'
import { createPool, type Pool, type PoolBounds, type PooledConnection } from './pool.ts'

/** One pool per database; a changed version of the connection starts a new one. */
export const poolPerDatabase = <C extends PooledConnection>(
  connector: (details: ConnectionDetails) => () => Promise<C>,
  bounds: PoolBounds,
) => {
  const pools = new Map<number, { readonly version: string; readonly pool: Pool<C> }>()

  const release = (databaseId: number): void => {
    pools.get(databaseId)?.pool.end()
    pools.delete(databaseId)
  }

  return {
    of({ databaseId, version, details }: ConnectionTarget): Pool<C> {
      const current = pools.get(databaseId)
      if (current?.version === version) return current.pool
      release(databaseId)
      const pool = createPool(connector(details), bounds)
      pools.set(databaseId, { version, pool })
      return pool
    },
    release,
    releaseAll(): void {
      for (const databaseId of [...pools.keys()]) release(databaseId)
    },
  }
}
