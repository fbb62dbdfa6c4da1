import pg from 'pg'
import { noticeLoss, ownKeepAlive } from './notice-loss.ts'

/** Milliseconds a caller waits for a connection: a new one, or a free one of a busy pool. */
const connectionTimeout = 5_000

/**
 * A pool that lives through the loss of its connections, and notices it. `onLost` is told of one
 * that was idle; whoever was using one learns it from their query.
 */
export const openPool = (config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({
    ...config,
    ...ownKeepAlive,
    connectionTimeoutMillis: connectionTimeout,
    onConnect: async (client) => {
      await noticeLoss(client)
      await config.onConnect?.(client)
    },
  })
  pool.on('error', onLost)
  // The loss is an event of the connection as well, and one nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
