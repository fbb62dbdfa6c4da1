import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Sealed, sealed } from '../../shared/events/event-type.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import type { LoginMethod, SessionRecord, Sessions } from '../../shared/ports/sessions.ts'
import { deviceOf } from './device.ts'
import { networkOf } from './network.ts'
import type { SessionRows } from './session-rows.ts'

type Options = {
  readonly pool: Pool
  readonly rows: SessionRows
  readonly personalData: PersonalData
  /** Counted from the login; use does not prolong a session. */
  readonly maxAgeSeconds: number
}

/** A canonical UUID of version 4: what `start` answers, and nothing else is looked up. */
const tokenPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

type ListedRow = {
  id: number
  token_key: string
  method: LoginMethod | null
  created_at: Date
  last_seen_at: Date | null
  expires_at: Date
  device: string | null
  network: string | null
}

const list = `
select id, token_key, method, created_at, last_seen_at, expires_at, device, network
  from side.sessions
 where user_id = $1 and api_key_id is null and expires_at > now()
 order by created_at desc, id desc`

const recordOf = (row: ListedRow, open: (text: Sealed) => string): SessionRecord => {
  const opened = (text: string | null) => (text === null ? null : open(sealed.parse(text)))
  return {
    id: row.id,
    sessionKey: row.token_key,
    method: row.method,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    device: opened(row.device),
    network: opened(row.network),
  }
}

/** `prune` removes expired sessions; they open nothing before that either. */
export const postgresSessions = (options: Options): Sessions & { prune(): Promise<void> } => {
  const { pool, rows, personalData, maxAgeSeconds } = options

  const sealedOr = async (userId: number, text: string | undefined) =>
    text === undefined ? null : personalData.seal(userId, text)

  const endSession = (sessionKey: string) =>
    pool.query('delete from side.sessions where token_key = $1', [sessionKey])

  return {
    async start(userId, { method, address, userAgent }) {
      const token = randomUUID()
      const device = await sealedOr(userId, deviceOf(userAgent))
      const network = await sealedOr(userId, networkOf(address))
      await pool.query(
        `insert into side.sessions
           (token_key, user_id, expires_at, method, last_seen_at, device, network)
         values ($1, $2, now() + make_interval(secs => $3), $4, now(), $5, $6)`,
        [rows.keyOf(token), userId, maxAgeSeconds, method, device, network],
      )
      return token
    },

    authenticate: async (token) =>
      tokenPattern.test(token) ? rows.authenticate(rows.keyOf(token)) : undefined,

    async end(sessionKey) {
      await endSession(sessionKey)
    },

    async endToken(token) {
      await endSession(rows.keyOf(token))
    },

    async endAllOf(userId, exceptSessionKey) {
      const ended = await pool.query<{ id: number }>(
        `delete from side.sessions
          where user_id = $1 and api_key_id is null and token_key is distinct from $2
          returning id`,
        [userId, exceptSessionKey ?? null],
      )
      return ended.rows.map(({ id }) => id)
    },

    async endOne(userId, sessionId) {
      const { rowCount } = await pool.query(
        'delete from side.sessions where user_id = $1 and id = $2 and api_key_id is null',
        [userId, sessionId],
      )
      return rowCount === 1
    },

    async of(userId) {
      await rows.settled()
      const listed = await pool.query<ListedRow>(list, [userId])
      const open = await personalData.unlock([userId])
      return listed.rows.map((row) => recordOf(row, (text) => open(userId, text)))
    },

    async awaitPosition(sessionKey, position) {
      await pool.query(
        `update side.sessions set pending_position = greatest(pending_position, $2)
          where token_key = $1`,
        [sessionKey, position.toString()],
      )
    },

    async prune() {
      await pool.query('delete from side.sessions where expires_at <= now() and api_key_id is null')
    },
  }
}
