import type pg from 'pg'
import { inTransaction } from './transaction.ts'

/**
 * The lock of whoever moves the positions of builds that are in use or in reserve: held by the
 * projector for each transaction, and by whoever needs it to stand still for a moment.
 */
export const passGate = `select pg_advisory_xact_lock(hashtextextended('projections.gate', 0)) as passed`

/** How long somebody waits for those who move positions, or read what is to be exchanged. */
export type Patience = `${number}ms`

/** Runs work in a transaction during which no projector moves. It should be over soon. */
export const withGate = <T>(
  pool: pg.Pool,
  patience: Patience,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '${patience}'`)
    await client.query(passGate)
    return work(client)
  })
