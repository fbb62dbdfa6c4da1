import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { ApiKeys } from '../../shared/ports/api-keys.ts'
import type { SessionRows } from './session-rows.ts'

type Options = { readonly pool: Pool; readonly rows: SessionRows }

/** Tells people, and programs that look for leaked secrets, what this is. */
const prefix = 'as_'

/** 32 random bytes in base64url: what `issue` answers, and nothing else is looked up. */
const keyPattern = /^as_[\w-]{43}$/

/** Six characters of 43 are enough to tell one's keys apart. */
const hintOf = (key: string): string => key.slice(0, prefix.length + 6)

const mint = (): string => `${prefix}${randomBytes(32).toString('base64url')}`

type TraitsRow = { api_key_id: number; hint: string; last_seen_at: Date | null }

/** In the table of sessions, which they are for scripts. Expired ones stay until they are removed. */
export const postgresApiKeys = ({ pool, rows }: Options): ApiKeys => ({
  authenticate: async (key) =>
    keyPattern.test(key) ? rows.authenticate(rows.keyOf(key)) : undefined,

  async issue({ apiKeyId, userId, scope, expiresAt }) {
    const key = mint()
    await pool.query(
      `insert into side.sessions (token_key, user_id, expires_at, api_key_id, scope, hint)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (api_key_id) do update
         set token_key = excluded.token_key, hint = excluded.hint`,
      [rows.keyOf(key), userId, expiresAt, apiKeyId, scope, hintOf(key)],
    )
    return key
  },

  async replace(apiKeyId, expiresAt) {
    const key = mint()
    const { rowCount } = await pool.query(
      `update side.sessions set token_key = $2, hint = $3, expires_at = $4, last_seen_at = null
        where api_key_id = $1`,
      [apiKeyId, rows.keyOf(key), hintOf(key), expiresAt],
    )
    return rowCount === 1 ? key : undefined
  },

  async remove(apiKeyId) {
    await pool.query('delete from side.sessions where api_key_id = $1', [apiKeyId])
  },

  async idsOf(userId) {
    const found = await pool.query<{ api_key_id: number }>(
      `select api_key_id from side.sessions
        where user_id = $1 and api_key_id is not null order by api_key_id`,
      [userId],
    )
    return found.rows.map((row) => row.api_key_id)
  },

  async traitsOf(apiKeyIds) {
    await rows.settled()
    const found = await pool.query<TraitsRow>(
      'select api_key_id, hint, last_seen_at from side.sessions where api_key_id = any($1)',
      [apiKeyIds],
    )
    return new Map(
      found.rows.map(({ api_key_id: id, hint, last_seen_at: lastUsedAt }) => [
        id,
        { hint, lastUsedAt },
      ]),
    )
  },
})
