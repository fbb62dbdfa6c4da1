import { createHmac, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Sessions } from '../../shared/ports/sessions.ts'
import type { Keys } from '../keys.ts'
import { activeSchema } from '../read-models/ddl.ts'
import { coalesce } from './coalesce.ts'

type Options = {
  readonly pool: Pool
  readonly keys: Pick<Keys, 'session'>
  /** Counted from the login; use does not prolong a session. */
  readonly maxAgeSeconds: number
}

type SessionRow = {
  token_key: string
  user_id: number
  /** Null while the read models have not come to the user's registration. */
  is_active: boolean | null
  is_superuser: boolean | null
  group_ids: number[]
  pending_position: string | null
  checkpoint: string
}

/** A canonical UUID of version 4: what `start` answers, and nothing else is looked up. */
const tokenPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A look-up that takes longer has lost its connection. */
const lookUpTimeoutMs = 5_000

/** All a request needs to know of its caller, in one round trip and as of one moment. */
const lookUp = {
  name: 'sessions.look_up',
  text: `
select s.token_key, s.user_id, u.is_active, u.is_superuser, s.pending_position, c.position as checkpoint,
       array(select m.group_id from ${activeSchema}.memberships m
              where m.user_id = s.user_id order by m.group_id) as group_ids
  from side.sessions s
  left join ${activeSchema}.users u on u.id = s.user_id
 cross join ${activeSchema}.checkpoint c
 where s.token_key = any($1) and s.expires_at > now()`,
  query_timeout: lookUpTimeoutMs,
}

/** `prune` removes expired sessions; they open nothing before that either. */
export const postgresSessions = (options: Options): Sessions & { prune(): Promise<void> } => {
  const { pool, keys, maxAgeSeconds } = options
  const keyOf = (token: string) => createHmac('sha256', keys.session).update(token).digest('hex')

  const findSession = coalesce(async (sessionKeys) => {
    const { rows } = await pool.query<SessionRow>({ ...lookUp, values: [sessionKeys] })
    return new Map(rows.map((row) => [row.token_key, row]))
  })

  const endSession = (sessionKey: string) =>
    pool.query('delete from side.sessions where token_key = $1', [sessionKey])

  return {
    async start(userId) {
      const token = randomUUID()
      await pool.query(
        `insert into side.sessions (token_key, user_id, expires_at)
         values ($1, $2, now() + make_interval(secs => $3))`,
        [keyOf(token), userId, maxAgeSeconds],
      )
      return token
    },

    async authenticate(token) {
      if (!tokenPattern.test(token)) return undefined
      const sessionKey = keyOf(token)
      const row = await findSession(sessionKey)
      if (!row || row.is_active === false) return undefined
      const { user_id: userId, is_superuser: isSuperuser, group_ids: groupIds } = row
      if (isSuperuser === null)
        throw new Refusal('projection-lag', 'You are not known everywhere yet; try again.', {
          retryAfter: 1,
        })
      const { pending_position: pending } = row
      return {
        actor: { userId, isSuperuser, groupIds, sessionKey },
        pendingPosition: pending === null ? undefined : BigInt(pending),
        checkpoint: BigInt(row.checkpoint),
      }
    },

    async end(sessionKey) {
      await endSession(sessionKey)
    },

    async endToken(token) {
      await endSession(keyOf(token))
    },

    async endAllOf(userId, exceptSessionKey) {
      await pool.query(
        'delete from side.sessions where user_id = $1 and token_key is distinct from $2',
        [userId, exceptSessionKey ?? null],
      )
    },

    async awaitPosition(sessionKey, position) {
      await pool.query(
        `update side.sessions set pending_position = greatest(pending_position, $2)
          where token_key = $1`,
        [sessionKey, position.toString()],
      )
    },

    async prune() {
      await pool.query('delete from side.sessions where expires_at <= now()')
    },
  }
}
