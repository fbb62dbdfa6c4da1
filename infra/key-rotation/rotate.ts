import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../read-models/transaction.ts'
import type { KeptUse } from '../security/kept-keys.ts'
import { reseal, sealedTables } from './boxes.ts'
import { type Exchange, tieToNew } from './exchange.ts'

export type Rotated = {
  /** Sealed anew by this run. */
  readonly resealed: number
  /** What could be opened under neither key, before as after. */
  readonly unreadable: readonly string[]
}

type Options = Exchange & {
  readonly pool: Pool
  /** Kept keys that shall follow from the new master key. */
  readonly anew: readonly KeptUse[]
  /** Told of the number of secrets there are to seal, then how many more are done. */
  readonly onProgress: { total(count: number): void; done(count: number): void }
  /** Aborts between two steps; the next run goes on. */
  readonly signal: AbortSignal
}

const counts = sealedTables.map(({ table }) => `(select count(*) from ${table} where key_id = $1)`)

const remaining = async (client: Pool | PoolClient, keyId: string): Promise<number> => {
  const { rows } = await client.query<{ n: string }>(`select ${counts.join(' + ')} as n`, [keyId])
  return Number(rows[0]?.n ?? 0)
}

/** Nothing may be sealed under the key from here on. False where something is that can be opened. */
const retire = (pool: Pool, keyId: string, unreadable: number): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const tables = sealedTables.map(({ table }) => table).join(', ')
    // Whoever is sealing has finished once the lock is there.
    await client.query(`lock table ${tables} in share row exclusive mode`)
    if ((await remaining(client, keyId)) > unreadable) return false
    await client.query(
      'insert into side.retired_keys (key_id) values ($1) on conflict do nothing',
      [keyId],
    )
    return true
  })

/**
 * Exchanges the master key of a service that may be running: ties the data to the new key, seals
 * every secret anew, and retires the old key. Killed at any point it is simply run again. Processes
 * that know both keys open everything throughout.
 * @throws {StartupProblem} where neither key is that of the data
 */
export const rotateKeys = async (options: Options): Promise<Rotated> => {
  const { pool, from, to, anew, onProgress, signal } = options
  await tieToNew(pool, { from, to }, anew)
  onProgress.total(await remaining(pool, from.keyId))
  let resealed = 0
  for (;;) {
    const unreadable: string[] = []
    for (const boxes of sealedTables) {
      const round = await reseal(pool, boxes, { from, to }, (count) => {
        onProgress.done(count)
        signal.throwIfAborted()
      })
      resealed += round.done
      unreadable.push(...round.unreadable)
    }
    if (await retire(pool, from.keyId, unreadable.length)) return { resealed, unreadable }
  }
}
