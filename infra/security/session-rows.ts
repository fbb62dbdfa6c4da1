import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { KeyScope } from '../../shared/kernel/key-scope.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Authenticated } from '../../shared/ports/sessions.ts'
import { groupCommit } from '../group-commit.ts'
import type { Keys } from '../keys.ts'
import { activeSchema } from '../read-models/ddl.ts'
import { coalesce } from './coalesce.ts'

type Options = {
  readonly pool: Pool
  readonly keys: Pick<Keys, 'session'>
  /** Told of what could not be noted in the background. */
  readonly onProblem?: (error: unknown) => void
}

type SessionRow = {
  token_key: string
  user_id: number
  api_key_id: number | null
  scope: KeyScope | null
  /** Null while the read models have not come to the user's registration. */
  is_active: boolean | null
  is_superuser: boolean | null
  group_ids: number[]
  pending_position: string | null
  checkpoint: string
  /** What was noted of its last use is more than a minute old. */
  unseen: boolean
}

/** A look-up that takes longer has lost its connection. */
const lookUpTimeoutMs = 5_000

/** All a request needs to know of its caller, in one round trip and as of one moment. */
const lookUp = {
  name: 'sessions.look_up',
  text: `
select s.token_key, s.user_id, s.api_key_id, s.scope, u.is_active, u.is_superuser, s.pending_position,
       c.position as checkpoint,
       s.last_seen_at is null or s.last_seen_at < now() - interval '1 minute' as unseen,
       array(select m.group_id from ${activeSchema}.memberships m
              where m.user_id = s.user_id order by m.group_id) as group_ids
  from side.sessions s
  left join ${activeSchema}.users u on u.id = s.user_id
 cross join ${activeSchema}.checkpoint c
 where s.token_key = any($1) and s.expires_at > now()`,
  query_timeout: lookUpTimeoutMs,
}

const authenticated = (row: SessionRow): Authenticated | undefined => {
  if (row.is_active === false) return undefined
  const { user_id: userId, is_superuser: isSuperuser, group_ids: groupIds } = row
  if (isSuperuser === null)
    throw new Refusal('projection-lag', 'You are not known everywhere yet; try again.', {
      retryAfter: 1,
    })
  const { token_key: sessionKey, api_key_id: id, scope, pending_position: pending } = row
  const apiKey = id !== null && scope !== null ? { apiKey: { id, scope } } : {}
  return {
    actor: { userId, isSuperuser, groupIds, sessionKey, ...apiKey },
    pendingPosition: pending === null ? undefined : BigInt(pending),
    checkpoint: BigInt(row.checkpoint),
  }
}

/** What lets people in and what lets their scripts in: rows of one table, found the same way. */
export const sessionRows = ({ pool, keys, onProblem = () => undefined }: Options) => {
  const find = coalesce(async (tokenKeys) => {
    const { rows } = await pool.query<SessionRow>({ ...lookUp, values: [tokenKeys] })
    return new Map(rows.map((row) => [row.token_key, row]))
  })

  const seen = groupCommit<string>(async (tokenKeys) => {
    await pool.query(
      'update side.sessions set last_seen_at = clock_timestamp() where token_key = any($1)',
      [[...new Set(tokenKeys)]],
    )
  })

  return {
    /** What a token or a key is kept and found as. */
    keyOf: (token: string) => createHmac('sha256', keys.session).update(token).digest('hex'),

    /** @throws {Refusal} `projection-lag` */
    authenticate: async (tokenKey: string): Promise<Authenticated | undefined> => {
      const row = await find(tokenKey)
      const found = row && authenticated(row)
      if (found && row.unseen) seen.add(tokenKey).catch(onProblem)
      return found
    },

    /** Resolves when all uses so far are noted. */
    settled: seen.settled,
  }
}

export type SessionRows = ReturnType<typeof sessionRows>
