import type pg from 'pg'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { type IdKind, idKinds } from '../../shared/ports/id-sequences.ts'
import { LogSum } from '../event-copy/log-sum.ts'
import { inTransaction } from '../read-models/transaction.ts'
import { IdsInLog } from './ids-in-log.ts'
import { missingIn } from './inspect.ts'
import { endRestoreScript } from './restore-mark.ts'
import { SecretsInLog } from './secrets-in-log.ts'
import { voidAfterRestore } from './tables.ts'

/** What was found and done after a restore. */
export type Settled = {
  readonly log: LogSum
  /** The log's end. */
  readonly position: bigint
  /** Sequences that stood at ids which the log has given out already. */
  readonly moved: readonly IdKind[]
  readonly sessions: number
  readonly apiKeys: number
  /** Read models knew more than the log: they are gone, and the next start makes them. */
  readonly droppedReadModels: boolean
  /** What the log refers to and the side tables do not have. */
  readonly missing: readonly string[]
}

type Options = {
  readonly eventStore: EventStore
  readonly owner: pg.Pool
  readonly signal: AbortSignal
  readonly onProgress?: (position: bigint, events: number) => void
}

/** Whoever held one is no more; their numbers go on, for a sleeper that was forgotten. */
const endLeases = 'update side.leases set expires_at = least(expires_at, now())'

const exists = async (client: pg.ClientBase, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}

const clear = async (client: pg.ClientBase): Promise<number> => {
  let sessions = 0
  for (const [table, which] of Object.entries(voidAfterRestore)) {
    if (!(await exists(client, `side.${table}`))) continue
    const { rowCount } = await client.query(`delete from side.${table} ${which}`)
    if (table === 'sessions') sessions = rowCount ?? 0
  }
  return sessions
}

const moveOn = async (client: pg.ClientBase, ids: IdsInLog): Promise<IdKind[]> => {
  const moved: IdKind[] = []
  for (const kind of idKinds) {
    const sequence = `side.${kind}_ids`
    const { rowCount } = await client.query(
      `select setval('${sequence}', $1::bigint) from ${sequence}
        where last_value - (not is_called)::int < $1::bigint`,
      [ids.of(kind)],
    )
    if (rowCount) moved.push(kind)
  }
  return moved
}

const dropReadModels = `
do $$ declare old name; begin
  for old in select n.nspname from pg_namespace n
              where n.nspname in ('rm', 'projections') or n.nspname like 'rm\\_%' loop
    execute format('drop schema %I cascade', old);
  end loop;
end $$`

const dropIfAhead = async (client: pg.ClientBase, position: bigint): Promise<boolean> => {
  if (!(await exists(client, 'projections.builds'))) return false
  const ahead = await client.query('select from projections.builds where position > $1', [
    String(position),
  ])
  if (!ahead.rowCount) return false
  await client.query(dropReadModels)
  return true
}

const readLog = async ({ eventStore, signal, onProgress }: Options) => {
  const [log, ids, wanted] = [new LogSum(), new IdsInLog(), new SecretsInLog()]
  let position = 0n
  for await (const event of eventStore.readAll({ signal })) {
    log.add(event)
    ids.add(event)
    wanted.add(event)
    position = event.position
    if (log.events % 1_000 === 0) onProgress?.(position, log.events)
  }
  return { log, ids, wanted, position }
}

const missingNow = async (client: pg.ClientBase, wanted: SecretsInLog) => {
  const { rows } = await client.query<{ secrets: string[]; people: number[] }>(
    `select array(select reference from side.vault) as secrets,
            array(select user_id from side.person_keys) as people`,
  )
  const secrets = new Set(rows[0]?.secrets)
  const people = new Set(rows[0]?.people)
  return missingIn(wanted, {
    secret: (reference) => secrets.has(reference),
    key: (id) => people.has(id),
  })
}

/**
 * Makes a restored database one that a service may start on, however it was restored: everybody logs
 * in anew, no id that the log knows is given out a second time, nothing is sent that may have gone
 * out already, and nobody waits for a process that is no more. To be done while none runs.
 */
export const settle = async (options: Options): Promise<Settled> => {
  const { log, ids, wanted, position } = await readLog(options)
  return inTransaction(options.owner, async (client) => {
    const sessions = await clear(client)
    if (await exists(client, 'side.leases')) await client.query(endLeases)
    const moved = await moveOn(client, ids)
    await client.query(
      `select setval('es.position_seq', greatest(last_value, $1::bigint)) from es.position_seq
        where exists (select from es.events)`,
      [String(position)],
    )
    const droppedReadModels = await dropIfAhead(client, position)
    const missing = await missingNow(client, wanted)
    const { rowCount } = await client.query('select from side.sessions')
    // One that is no longer alone may have another at work after it.
    options.signal.throwIfAborted()
    await client.query(endRestoreScript)
    return { log, position, moved, sessions, apiKeys: rowCount ?? 0, droppedReadModels, missing }
  })
}
