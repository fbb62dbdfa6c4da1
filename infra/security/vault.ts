import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Vault } from '../../shared/ports/vault.ts'
import type { Keys } from '../keys.ts'
import { keyring, type StoredBox } from './keyring.ts'

type Options = { readonly pool: Pool; readonly keys: Pick<Keys, 'vault' | 'keyId' | 'other'> }

/** What a secret is sealed for. */
export const vaultPlace = (reference: string, kind: string) => `vault ${reference} ${kind}`

/** `open` throws `UnreadableSecret` for a secret that was changed or swapped with another. */
export const postgresVault = ({ pool, keys }: Options): Vault => {
  const ring = keyring(keys, 'vault')
  return {
    async put(kind, secret) {
      const reference = randomUUID()
      await ring.keep(secret, vaultPlace(reference, kind), ({ keyId, nonce, ciphertext }) =>
        pool.query(
          `insert into side.vault (reference, kind, key_id, nonce, ciphertext)
           values ($1, $2, $3, $4, $5)`,
          [reference, kind, keyId, nonce, ciphertext],
        ),
      )
      return reference
    },

    async open(reference) {
      const { rows } = await pool.query<StoredBox & { kind: string }>({
        name: 'vault.open',
        text: `select kind, key_id as "keyId", nonce, ciphertext from side.vault
                where reference = $1`,
        values: [reference],
      })
      const [box] = rows
      return box && ring.open(box, vaultPlace(reference, box.kind)).toString('utf8')
    },

    async remove(reference) {
      await pool.query('delete from side.vault where reference = $1', [reference])
    },

    async sweep(kind, keep, olderThanSeconds) {
      const { rowCount } = await pool.query(
        `delete from side.vault where kind = $1 and not reference = any($2)
            and created_at < now() - make_interval(secs => $3)`,
        [kind, keep, olderThanSeconds],
      )
      return rowCount ?? 0
    },
  }
}
