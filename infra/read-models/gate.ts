import type pg from 'pg'
import { inTransaction } from './transaction.ts'

/**
 * The lock of whoever moves the positions of builds that are in use or in reserve: held by the
 * projector for each transaction, and by whoever needs it to stand still for a moment.
 */
export const passGate = `select pg_advisory_xact_lock(hashtextextended('projections.gate', 0)) as passed`

type Milliseconds = `${number}ms`

export type AtTheGate = {
  /** How long somebody waits for those who move positions, or read what is to be exchanged. */
  readonly patience: Milliseconds
  /** A process that says nothing in its transaction for so long keeps nobody else out any longer. */
  readonly silence: Milliseconds
}

/** No projector moves from here to the end of the transaction, which should come soon. */
export const holdGate = async (
  client: pg.ClientBase,
  { patience, silence }: AtTheGate,
): Promise<void> => {
  await client.query(
    `set local lock_timeout = '${patience}';
     set local idle_in_transaction_session_timeout = '${silence}'`,
  )
  await client.query(passGate)
}

/** Runs work in a transaction during which no projector moves. It should be over soon. */
export const withGate = <T>(
  pool: pg.Pool,
  limits: AtTheGate,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (client) => {
    await holdGate(client, limits)
    return work(client)
  })
