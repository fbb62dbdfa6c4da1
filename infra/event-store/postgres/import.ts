import type { Pool } from 'pg'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { inTransaction } from '../../read-models/transaction.ts'
import { translateError } from './errors.ts'

const lock = `select pg_advisory_xact_lock(hashtextextended('es.append', 0))`
/** The seal of a log that has moved lets the copy that comes back pass. */
const asImport = 'set local es.importing = on'

/** What is there already was written by an earlier try. */
const insertEvents = `
insert into es.events
  (position, stream, revision, event_id, type, schema_version, data, metadata, recorded_at)
select e.position, e.stream, e.revision, e.id, e.type, e."schemaVersion", e.data, e.metadata,
       e."recordedAt"
  from jsonb_to_recordset($1) as e (
    position bigint, stream text, revision bigint, id uuid, type text, "schemaVersion" smallint,
    data jsonb, metadata jsonb, "recordedAt" timestamptz)
 where e.position > (select coalesce(max(position), 0) from es.events)
 order by e.position`

const moveStreams = `
insert into es.streams as s (stream, revision)
select stream, max(revision)
  from jsonb_to_recordset($1) as e (stream text, revision bigint)
 group by stream
    on conflict (stream) do update set revision = greatest(s.revision, excluded.revision)`

/** Later events come after these. */
const moveSequence = `
select setval('es.position_seq', greatest(last_value, $1::bigint)) from es.position_seq`

const asRow = (event: RecordedEvent) => ({ ...event, position: String(event.position) })

/**
 * Takes over events as they were recorded elsewhere, in order: positions, times and all. For the
 * owner of the log alone; whoever may only append cannot say when something happened.
 */
export const importEvents = async (
  owner: Pool,
  events: readonly RecordedEvent[],
): Promise<void> => {
  const rows = JSON.stringify(events.map(asRow))
  const last = events.at(-1)?.position ?? 0n
  await inTransaction(owner, async (client) => {
    await client.query(asImport)
    await client.query(lock)
    await client.query(insertEvents, [rows])
    await client.query(moveStreams, [rows])
    await client.query(moveSequence, [String(last)])
  }).catch((error) => {
    throw translateError(error)
  })
}
