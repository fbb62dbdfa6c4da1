import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Idempotency, IdempotentStart, StoredAnswer } from '../../shared/ports/idempotency.ts'
import { drawnIds } from './drawn-ids.ts'

type Options = {
  readonly pool: Pool
  /** How long an answer is kept. */
  readonly keepSeconds?: number
  /** Age at which a request without an answer counts as cut short. */
  readonly staleSeconds?: number
}

type Kept = {
  request_hash: string
  status: number | null
  headers: StoredAnswer['headers']
  body: string
}

/*
 * Takes the key: when it is new or expired under a new command id; when it was released or its
 * holder is gone under the old one, so that the store recognises what the first try wrote.
 */
const takeKey = `
insert into side.idempotency as kept
  (scope, key, request_hash, command_id, begun_at, expires_at)
values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5))
on conflict (scope, key) do update set
  request_hash = excluded.request_hash,
  command_id = case when kept.expires_at <= now() then excluded.command_id
                    else kept.command_id end,
  expires_at = case when kept.expires_at <= now() then excluded.expires_at
                    else kept.expires_at end,
  begun_at = excluded.begun_at, status = null, headers = null, body = null
where kept.expires_at <= now()
   or (kept.status is null and kept.request_hash = excluded.request_hash
       and (kept.begun_at is null or kept.begun_at <= now() - make_interval(secs => $6)))
returning command_id`

const readKey = `
select request_hash, status, headers, body from side.idempotency where scope = $1 and key = $2`

const standing = ({ status, headers, body }: Kept): IdempotentStart =>
  status === null ? { kind: 'busy' } : { kind: 'replay', answer: { status, headers, body } }

/** `prune` forgets what is older than 24 h; call it now and then. */
export const postgresIdempotency = (options: Options): Idempotency & { prune(): Promise<void> } => {
  const { pool, keepSeconds = 86_400, staleSeconds = 60 } = options
  const ids = drawnIds(pool)

  const begin = async (scope: string, key: string, hash: string): Promise<IdempotentStart> => {
    const taken = await pool.query<{ command_id: string }>({
      name: 'idempotency.take',
      text: takeKey,
      values: [scope, key, hash, randomUUID(), keepSeconds, staleSeconds],
    })
    const [run] = taken.rows
    if (run) return { kind: 'run', commandId: run.command_id }
    const { rows } = await pool.query<Kept>({
      name: 'idempotency.read',
      text: readKey,
      values: [scope, key],
    })
    const [kept] = rows
    if (!kept) return begin(scope, key, hash) // Pruned in between.
    return kept.request_hash === hash ? standing(kept) : { kind: 'mismatch' }
  }

  return {
    begin,

    async finish(commandId, { status, headers, body }) {
      await pool.query(
        `update side.idempotency set status = $2, headers = $3, body = $4
          where command_id = $1 and status is null`,
        [commandId, status, JSON.stringify(headers), body],
      )
    },

    async release(commandId) {
      await pool.query(
        'update side.idempotency set begun_at = null where command_id = $1 and status is null',
        [commandId],
      )
    },

    remembered: ids.remembered,

    async prune() {
      await pool.query('delete from side.idempotency where expires_at <= now()')
      await ids.prune(keepSeconds)
    },
  }
}
