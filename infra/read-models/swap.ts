import pg from 'pg'
import { activeSchema, createReadModels } from './ddl.ts'
import { digestReadModels, type TableDigest } from './digest.ts'
import { inTransaction } from './transaction.ts'

/** Where a rebuild writes until it takes over. */
export const nextSchema = 'rm_next'

/** What readers looked at before; dropped as soon as nobody does. */
const previousSchema = 'rm_previous'

/** One rebuild at a time, whatever process it runs in. */
const rebuildLock = 7_305_808_869_229_538_661n

/** How long the exchange waits for those who write. */
const lockTimeout = '2s'

export const fingerprintOf = async (
  client: pg.Pool | pg.ClientBase,
  schema: string,
): Promise<string | undefined> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass($1) is not null as exists`,
    [`${schema}.shape`],
  )
  if (!rows[0]?.exists) return undefined
  const shape = await client.query<{ fingerprint: string }>(
    `select fingerprint from ${schema}.shape`,
  )
  return shape.rows[0]?.fingerprint
}

export const createSchema = async (
  pool: pg.Pool,
  schema: string,
  fingerprint: string,
  durability?: { readonly durable: boolean },
) => {
  await pool.query(`drop schema if exists "${schema}" cascade`)
  await pool.query(createReadModels(schema, fingerprint, durability))
}

/** Takes the lock of rebuilds, or answers false; `wait` waits for it instead. */
const takeLock = async (client: pg.ClientBase, wait: boolean): Promise<boolean> => {
  const call = wait ? 'pg_advisory_lock($1)' : 'pg_try_advisory_lock($1)'
  const { rows } = await client.query(`select ${call} as locked`, [rebuildLock.toString()])
  return wait || rows[0]?.locked === true
}

/**
 * Runs work while no other rebuild can. Answers undefined when one is under way, unless it is told
 * to wait for its end.
 */
export const withRebuildLock = async <T>(
  pool: pg.Pool,
  work: () => Promise<T>,
  { wait = false } = {},
): Promise<T | undefined> => {
  const client = await pool.connect()
  try {
    if (!(await takeLock(client, wait))) return undefined
    try {
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [rebuildLock.toString()])
    }
  } finally {
    client.release()
  }
}

export type Comparison = {
  /** Undefined where the earlier read models had another shape: they say nothing about the new. */
  readonly before: readonly TableDigest[] | undefined
  readonly after: readonly TableDigest[]
  readonly verdict: 'equal' | 'different' | 'other-shape'
}

const compare = async (client: pg.ClientBase): Promise<Comparison> => {
  const after = await digestReadModels(client, nextSchema)
  const shapes = [
    await fingerprintOf(client, activeSchema),
    await fingerprintOf(client, nextSchema),
  ]
  if (shapes[0] !== shapes[1]) return { before: undefined, after, verdict: 'other-shape' }
  const before = await digestReadModels(client, activeSchema)
  const equal = JSON.stringify(before) === JSON.stringify(after)
  return { before, after, verdict: equal ? 'equal' : 'different' }
}

/**
 * Holds the projector still, lets the new read models catch up to exactly the same position,
 * compares the two byte for byte and exchanges their names. Readers see the old rows or the new ones
 * and wait for neither. Whoever waits for the lock finds the new table under the old name.
 */
export const swapIn = async (
  pool: pg.Pool,
  catchUp: (upTo: bigint) => Promise<void>,
): Promise<Comparison> => {
  const comparison = await inTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query(`lock table ${activeSchema}.checkpoint in share row exclusive mode`)
    const { rows } = await client.query<{ position: string }>(
      `select position from ${activeSchema}.checkpoint`,
    )
    await catchUp(BigInt(rows[0]?.position ?? 0))
    const compared = await compare(client)
    await client.query(`alter schema ${activeSchema} rename to ${previousSchema}`)
    await client.query(`alter schema ${nextSchema} rename to ${activeSchema}`)
    return compared
  })
  await dropPrevious(pool)
  return comparison
}

/**
 * Not part of the exchange: it has to wait for those who still read the old tables, and those must
 * not wait for it. What it cannot drop now the next rebuild drops.
 */
export const dropPrevious = (pool: pg.Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query(`drop schema if exists ${previousSchema} cascade`)
  }).catch((error) => {
    if (!isInUse(error)) throw error
  })

const isInUse = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
