import { createHmac, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { ResetTokens } from '../../shared/ports/reset-tokens.ts'
import type { Keys } from '../keys.ts'

type Options = { readonly pool: Pool; readonly keys: Pick<Keys, 'session'> }

type TokenRow = { user_id: number; credential_version: number; email_key: string }

/** What `issue` answers: 32 bytes in base64url; nothing else is looked up. */
const tokenPattern = /^[\w-]{43}$/

/** `prune` removes expired tokens; they open nothing before that either. */
export const postgresResetTokens = ({
  pool,
  keys,
}: Options): ResetTokens & { prune(): Promise<void> } => {
  const hashOf = (token: string) =>
    createHmac('sha256', keys.session).update(`reset ${token}`).digest('hex')

  return {
    async issue({ userId, credentialVersion, emailKey }, seconds) {
      const token = randomBytes(32).toString('base64url')
      await pool.query(
        // No word of "excluded": whoever writes tokens need not be allowed to read them.
        `insert into side.reset_tokens
           (user_id, token_hash, credential_version, email_key, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(secs => $5))
         on conflict (user_id) do update set token_hash = $2, credential_version = $3,
           email_key = $4, expires_at = now() + make_interval(secs => $5)`,
        [userId, hashOf(token), credentialVersion, emailKey, seconds],
      )
      return token
    },

    async find(token) {
      if (!tokenPattern.test(token)) return undefined
      const { rows } = await pool.query<TokenRow>(
        `select user_id, credential_version, email_key from side.reset_tokens
          where token_hash = $1 and expires_at > now()`,
        [hashOf(token)],
      )
      const [row] = rows
      return (
        row && {
          userId: row.user_id,
          credentialVersion: row.credential_version,
          emailKey: row.email_key,
        }
      )
    },

    async prune() {
      await pool.query('delete from side.reset_tokens where expires_at <= now()')
    },
  }
}
