import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { eventStoreSchema } from '../../infra/event-store/postgres/schema.sql.ts'
import type { NewEvent } from '../../shared/kernel/event.ts'
import { interleave, type Measure, rateResult } from './measure.ts'
import { samplePayload } from './sample-payload.ts'

export const newEvent = (): NewEvent => ({
  id: randomUUID(),
  type: 'UserProfileChanged',
  schemaVersion: 1,
  data: samplePayload(),
  metadata: {
    $correlationId: randomUUID(),
    $causationId: randomUUID(),
    actor: { kind: 'user', id: 7 },
    requestId: randomUUID(),
  },
})

/** Seconds that an append after the other takes, each to the revision the last one left. */
const secondsOf = async (
  events: readonly NewEvent[],
  append: (revision: number, event: NewEvent) => Promise<unknown>,
): Promise<number> => {
  const began = performance.now()
  for (const [index, event] of events.entries()) await append(index - 1, event)
  return (performance.now() - began) / 1_000
}

export const append: Measure = {
  name: 'append',
  about: 'appends of one event, one after the other, against the bare function',
  async run(stage) {
    const connection = await stage.freshDatabase('bench_append')
    const pool = new pg.Pool({ ...connection, max: 1 })
    const bare = new pg.Client(connection)
    await bare.connect()
    await bare.query(eventStoreSchema())
    const store = postgresEventStore({ pool, listen: connection })
    const count = stage.quick ? 1_000 : 4_000
    const events = () => Array.from({ length: count }, newEvent)

    const values = await interleave(stage, 5, {
      ours: async () => {
        const stream = `user-${randomUUID()}`
        const seconds = await secondsOf(events(), (revision, event) =>
          store.append(stream, revision < 0 ? 'no_stream' : revision, [event]),
        )
        return count / seconds
      },
      bare: async () => {
        const stream = `user-${randomUUID()}`
        const seconds = await secondsOf(events(), (revision, event) =>
          bare.query({
            name: 'append',
            text: 'select status, stream_revision, last_position from es.append($1, $2, $3)',
            values: [stream, revision, JSON.stringify([event])],
          }),
        )
        return count / seconds
      },
    })
    await store.close()
    await pool.end()
    await bare.end()
    return [rateResult('append, one connection', 'events/s', values.ours, values.bare, 0.85)]
  },
}
