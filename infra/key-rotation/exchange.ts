import type { ClientBase, Pool } from 'pg'
import type { Keys } from '../keys.ts'
import { inTransaction } from '../read-models/transaction.ts'
import { type KeptUse, keptPlace, keptUses } from '../security/kept-keys.ts'
import { keyring, type StoredBox } from '../security/keyring.ts'
import { StartupProblem } from '../startup-problem.ts'

export type Exchange = { readonly from: Keys; readonly to: Keys }

/** @throws {StartupProblem} where there is nothing to exchange */
export const assertTwoKeys = ({ from, to }: Exchange): void => {
  if (from.keyId === to.keyId)
    throw new StartupProblem('MASTER_KEY_NEW is MASTER_KEY: make another one.')
}

const keepKey = async (client: ClientBase, use: KeptUse, { from, to }: Exchange): Promise<void> => {
  const { rows } = await client.query<StoredBox>(
    `select key_id as "keyId", nonce, ciphertext from side.kept_keys where use = $1`,
    [use],
  )
  const [box] = rows
  const key = box ? keyring(from, 'vault').open(box, keptPlace(use)) : from[use]
  await keyring(to, 'vault').keep(key, keptPlace(use), ({ keyId, nonce, ciphertext }) =>
    client.query(
      `insert into side.kept_keys (use, key_id, nonce, ciphertext) values ($1, $2, $3, $4)
       on conflict (use) do update set key_id = excluded.key_id, nonce = excluded.nonce,
         ciphertext = excluded.ciphertext`,
      [use, keyId, nonce, ciphertext],
    ),
  )
}

/**
 * Ties the data to the new master key and keeps under it what must not change, in one step. Does
 * nothing where that was done: then an exchange is gone on with.
 * @param anew kept keys that are to follow from the new master key instead
 * @throws {StartupProblem} where the data is tied to neither key, the new one was retired, or both are one
 */
export const tieToNew = (pool: Pool, exchange: Exchange, anew: readonly KeptUse[]): Promise<void> =>
  inTransaction(pool, async (client) => {
    assertTwoKeys(exchange)
    const { from, to } = exchange
    const { rows } = await client.query<{ key_id: string; retired: boolean }>(
      `select key_id, exists (select from side.retired_keys where key_id = $1) as retired
         from side.key_check for update`,
      [to.keyId],
    )
    const [{ key_id: tied, retired } = { key_id: undefined, retired: false }] = rows
    if (retired) throw new StartupProblem(`Key ${to.keyId} was retired before; make another one.`)
    if (tied === to.keyId) return
    if (tied !== from.keyId)
      throw new StartupProblem(`The data is tied to key ${tied}, and MASTER_KEY is ${from.keyId}.`)
    for (const use of keptUses) if (!anew.includes(use)) await keepKey(client, use, exchange)
    await client.query('delete from side.kept_keys where use = any($1)', [[...anew]])
    await client.query('update side.key_check set key_id = $1', [to.keyId])
  })
