import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { SetupToken } from '../../shared/ports/vault.ts'
import type { Keys } from '../keys.ts'
import { keyring, type StoredBox } from './keyring.ts'

type Options = { readonly pool: Pool; readonly keys: Pick<Keys, 'vault' | 'keyId' | 'other'> }

type TokenRow = (StoredBox & { burnt: false }) | { burnt: true }

/** What the token is sealed for. */
export const setupTokenPlace = 'setup-token'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** 32 random bytes in hex, kept encrypted until they are burnt; that leaves a mark for ever. */
export const setupToken = ({ pool, keys }: Options): SetupToken => {
  const ring = keyring(keys, 'vault')

  const read = async (): Promise<TokenRow | undefined> => {
    const { rows } = await pool.query<TokenRow>({
      name: 'setup_token.read',
      text: `select key_id as "keyId", nonce, ciphertext, burnt_at is not null as burnt
               from side.setup_token`,
    })
    return rows[0]
  }

  const mint = async (): Promise<TokenRow | undefined> => {
    const token = randomBytes(32).toString('hex')
    await ring.keep(token, setupTokenPlace, ({ keyId, nonce, ciphertext }) =>
      pool.query(
        `insert into side.setup_token (key_id, nonce, ciphertext) values ($1, $2, $3)
         on conflict do nothing`,
        [keyId, nonce, ciphertext],
      ),
    )
    return read() // Instances that start at once all show the one that came first.
  }

  const current = async (): Promise<string | undefined> => {
    const row = (await read()) ?? (await mint())
    return row === undefined || row.burnt
      ? undefined
      : ring.open(row, setupTokenPlace).toString('utf8')
  }

  return {
    current,
    async matches(candidate) {
      const token = await current()
      return token !== undefined && timingSafeEqual(digest(candidate), digest(token))
    },
    async burn() {
      await pool.query(
        `insert into side.setup_token (burnt_at) values (now())
         on conflict (one) do update set key_id = null, nonce = null, ciphertext = null,
           burnt_at = coalesce(side.setup_token.burnt_at, now())`,
      )
    },
  }
}
