import type { Pool } from 'pg'
import type { Keys } from '../keys.ts'
import { keyring, type StoredBox } from './keyring.ts'

/**
 * Keys that stay what they are when the master key is exchanged: names of streams follow from
 * `email`, logins and API keys are found by `session`, evidence is checked with the public half of
 * `evidence`, and `sample` is a password that a saved connection has.
 */
export const keptUses = ['email', 'session', 'evidence', 'sample'] as const

export type KeptUse = (typeof keptUses)[number]

/** What a kept key is sealed for. */
export const keptPlace = (use: string): string => `kept-key ${use}`

type Row = StoredBox & { readonly use: KeptUse }

/** The keys as the data knows them: those of an earlier master key in their places. */
export const withKeptKeys = async (pool: Pool, keys: Keys): Promise<Keys> => {
  const { rows } = await pool.query<Row>(
    `select use, key_id as "keyId", nonce, ciphertext from side.kept_keys where use = any($1)`,
    [[...keptUses]],
  )
  const ring = keyring(keys, 'vault')
  const kept = rows.map((row) => [row.use, ring.open(row, keptPlace(row.use))])
  return { ...keys, ...Object.fromEntries(kept) }
}
