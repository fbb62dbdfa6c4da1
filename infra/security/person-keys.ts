import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Keys } from '../keys.ts'
import { keyring, type StoredBox } from './keyring.ts'
import { recent } from './recent.ts'

/** The data key of one person. `mark` tells it from a later key of the same person. */
export type PersonKey = { readonly key: KeyObject; readonly mark: string }

export type PersonKeys = {
  /** Made on first use. */
  of(userId: number): Promise<PersonKey>
  /** Those that exist, in one query for all that are not at hand. */
  find(userIds: Iterable<number>): Promise<ReadonlyMap<number, PersonKey>>
  remove(userId: number): Promise<void>
}

export type PersonKeysOptions = {
  readonly pool: Pool
  readonly keys: Pick<Keys, 'person' | 'keyId' | 'other'>
  /** How long another process may go on reading a person it has read and who was forgotten. */
  readonly cacheSeconds?: number
}

/** What the key of a person is sealed for. */
export const personKeyPlace = (userId: number) => `person-key ${userId}`

const personKey = (bytes: Buffer): PersonKey => ({
  key: createSecretKey(bytes),
  mark: createHash('sha256').update(bytes).digest('base64url').slice(0, 6),
})

/** Random data keys, kept wrapped under the service's person key. */
export const personKeys = (options: PersonKeysOptions): PersonKeys => {
  const { pool, keys, cacheSeconds = 60 } = options
  const ring = keyring(keys, 'person')
  const cache = recent<number, PersonKey>({ entries: 10_000, maxAgeMs: cacheSeconds * 1_000 })

  const load = async (userIds: readonly number[]): Promise<Map<number, PersonKey>> => {
    const { rows } = await pool.query<StoredBox & { userId: number }>({
      name: 'person_keys.load',
      text: `select user_id as "userId", key_id as "keyId", nonce, ciphertext
               from side.person_keys where user_id = any($1)`,
      values: [userIds],
    })
    const loaded = new Map<number, PersonKey>()
    for (const row of rows) {
      const key = personKey(ring.open(row, personKeyPlace(row.userId)))
      loaded.set(row.userId, key)
      cache.set(row.userId, key)
    }
    return loaded
  }

  const find = async (userIds: Iterable<number>): Promise<ReadonlyMap<number, PersonKey>> => {
    const found = new Map<number, PersonKey>()
    const missing: number[] = []
    for (const userId of new Set(userIds)) {
      const key = cache.get(userId)
      if (key) found.set(userId, key)
      else missing.push(userId)
    }
    if (missing.length > 0) for (const [userId, key] of await load(missing)) found.set(userId, key)
    return found
  }

  const create = async (userId: number): Promise<void> => {
    const place = personKeyPlace(userId)
    await ring.keep(randomBytes(32), place, ({ keyId, nonce, ciphertext }) =>
      pool.query(
        `insert into side.person_keys (user_id, key_id, nonce, ciphertext)
         values ($1, $2, $3, $4) on conflict do nothing`,
        [userId, keyId, nonce, ciphertext],
      ),
    )
  }

  return {
    find,
    async of(userId) {
      const known = (await find([userId])).get(userId)
      if (known) return known
      await create(userId)
      // Whoever was first made the key that counts.
      const made = (await load([userId])).get(userId)
      if (!made) throw new Error(`the key of user ${userId} was removed as it was made`)
      return made
    },
    async remove(userId) {
      await pool.query('delete from side.person_keys where user_id = $1', [userId])
      cache.delete(userId)
    },
  }
}
