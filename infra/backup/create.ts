import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { idKinds } from '../../shared/ports/id-sequences.ts'
import { LogSum } from '../event-copy/log-sum.ts'
import { type BackupEnd, type BackupManifest, backupFormat, lineOf } from './manifest.ts'
import { type KeptTable, keptTables } from './tables.ts'

type Source = {
  readonly eventStore: EventStore
  readonly owner: pg.Pool
  readonly release: string
  readonly signal: AbortSignal
  readonly onProgress?: (position: bigint, events: number) => void
}

type Texts = { readonly json: string }[]

const rowsAtATime = 500

async function* rowsOf(client: pg.ClientBase, table: KeptTable): AsyncGenerator<string, void> {
  await client.query(
    `declare kept no scroll cursor for
     select row_to_json(it)::text as json from side.${table} as it ${keptTables[table]}`,
  )
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`fetch ${rowsAtATime} from kept`)
    for (const { json } of rows as Texts) yield json
    if (rows.length < rowsAtATime) break
  }
  await client.query('close kept')
}

/** A database that this release has not migrated yet lacks what came since. */
const tablesIn = async (client: pg.ClientBase): Promise<readonly KeptTable[]> => {
  const { rows } = await client.query<{ name: KeptTable }>(
    `select name from unnest($1::text[]) with ordinality as it (name, place)
      where to_regclass('side.' || name) is not null order by place`,
    [Object.keys(keptTables)],
  )
  return rows.map(({ name }) => name)
}

const manifestOf = async (
  client: pg.ClientBase,
  position: bigint,
  release: string,
): Promise<BackupManifest> => {
  const { rows } = await client.query<Pick<BackupManifest, 'key_id' | 'migrations' | 'weeks'>>(
    `select (select key_id from side.key_check) as key_id,
            array(select name from side.migrations order by name) as migrations,
            array(select distinct date_trunc('week', started_at at time zone 'UTC')::date::text
                    from side.query_executions order by 1) as weeks`,
  )
  const created_at = new Date().toISOString()
  const found = rows[0] ?? { key_id: null, migrations: [], weeks: [] }
  return { format: backupFormat, created_at, release, position: String(position), ...found }
}

const sequences = idKinds.map(
  (kind) => `select '${kind}' as kind, last_value - (not is_called)::int as last
               from side.${kind}_ids`,
)

const eventJson = (event: RecordedEvent): string =>
  JSON.stringify({ ...event, position: String(event.position) })

/**
 * Everything that is truth, as lines: the log up to where it ends now, and the side tables in one
 * snapshot that is taken right after that. So no event refers to a secret that came too late for the
 * snapshot; what was deleted in between is missing, as it should be.
 */
async function* contentOf(source: Source): AsyncGenerator<string, void> {
  const { eventStore, owner, release, signal, onProgress } = source
  const position = await eventStore.head()
  const client = await owner.connect()
  const sum = new LogSum()
  const rows: Record<string, number> = {}
  try {
    await client.query('begin isolation level repeatable read, read only')
    yield lineOf('backup', JSON.stringify(await manifestOf(client, position, release)))
    for await (const event of eventStore.readAll({ upTo: position, signal })) {
      sum.add(event)
      if (sum.events % rowsAtATime === 0) onProgress?.(event.position, sum.events)
      yield lineOf('event', eventJson(event))
    }
    for (const table of await tablesIn(client)) {
      rows[table] = 0
      for await (const json of rowsOf(client, table)) {
        rows[table] += 1
        yield lineOf(table, json)
      }
    }
    const { rows: drawn } = await client.query(sequences.join(' union all '))
    yield lineOf(
      'ids',
      JSON.stringify(Object.fromEntries(drawn.map((it) => [it.kind, Number(it.last)]))),
    )
    await client.query('commit')
    const { events, streams, digest } = sum
    yield lineOf('end', JSON.stringify({ rows, events, streams, digest }))
  } finally {
    client.release(true)
  }
}

const chunkLength = 64 * 1024

/** A backup as bytes; its last line says what those before it come to. */
export async function* backupBytes(source: Source): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256')
  let held = ''
  const take = () => {
    const bytes = Buffer.from(held)
    held = ''
    hash.update(bytes)
    return bytes
  }
  for await (const line of contentOf(source)) {
    if (line.startsWith('end\t')) {
      yield take()
      const end: Omit<BackupEnd, 'sha256'> = JSON.parse(line.slice(4))
      yield Buffer.from(lineOf('end', JSON.stringify({ ...end, sha256: hash.digest('hex') })))
      return
    }
    held += line
    if (held.length >= chunkLength) yield take()
  }
}
