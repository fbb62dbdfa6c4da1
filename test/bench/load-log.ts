import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Happening } from './life-of-a-service.ts'

const insert = `
  insert into es.events
    (position, stream, revision, event_id, type, schema_version, data, metadata, recorded_at)
  select nextval('es.position_seq'), e.stream, e.revision, e.id, e.type, 1, e.data, e.metadata,
         date_trunc('milliseconds', clock_timestamp())
    from jsonb_to_recordset($1)
      as e(stream text, revision bigint, id uuid, type text, data jsonb, metadata jsonb)`

const batchSize = 5_000

/**
 * Fills a log, in the order given, faster than appends of one stream at a time could. The first so
 * many events are there already, from an earlier call with the same events.
 */
export const loadLog = async (
  pool: pg.Pool,
  happenings: AsyncIterable<Happening>,
  onBatch: (loaded: number) => void,
  already = 0,
): Promise<number> => {
  const revisions = new Map<string, number>()
  let batch: unknown[] = []
  let seen = 0
  let loaded = already
  const flush = async () => {
    await pool.query(insert, [JSON.stringify(batch)])
    loaded += batch.length
    batch = []
    onBatch(loaded)
  }
  for await (const { stream, event } of happenings) {
    const revision = (revisions.get(stream) ?? -1) + 1
    revisions.set(stream, revision)
    seen += 1
    if (seen <= already) continue
    const id = randomUUID()
    const actor = { kind: 'system', name: 'bench' }
    const metadata = { $correlationId: id, $causationId: id, actor, requestId: id }
    batch.push({ stream, revision, id, ...event, metadata })
    if (batch.length === batchSize) await flush()
  }
  if (batch.length > 0) await flush()
  await pool.query('vacuum analyze es.events')
  return loaded
}
