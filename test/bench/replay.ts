import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { deriveKeys } from '../../infra/keys.ts'
import { migrate } from '../../infra/migrations/migrate.ts'
import { createBuild, dropBuild, findBuilds } from '../../infra/read-models/builds.ts'
import { fillingStore } from '../../infra/read-models/projection-store.ts'
import { installRegistry } from '../../infra/read-models/registry.ts'
import { inTransaction } from '../../infra/read-models/transaction.ts'
import { personalData } from '../../infra/security/personal-data.ts'
import { coreProjections } from '../../projections/index.ts'
import { replay as replayLog } from '../../projections/runtime/replay.ts'
import { lifeOfAService } from './life-of-a-service.ts'
import { loadLog } from './load-log.ts'
import { interleave, type Measure, rateResult, whole } from './measure.ts'

/** As many as the event store reads at a time. */
const pageSize = 1_000

const page = {
  name: 'page',
  text: `select position, stream, revision, event_id, type, schema_version, data, metadata, recorded_at
           from es.events where position > $1 order by position limit ${pageSize}`,
}

/** Reads the whole log as the pg package gives it, and does nothing with it. */
const readBare = async (client: pg.Client): Promise<number> => {
  let events = 0
  let last = '0'
  for (;;) {
    const { rows } = await client.query<{ position: string }>({ ...page, values: [last] })
    events += rows.length
    last = rows.at(-1)?.position ?? last
    if (rows.length < pageSize) return events
  }
}

const timed = async (work: () => Promise<number>): Promise<number> => {
  const began = performance.now()
  const events = await work()
  return events / ((performance.now() - began) / 1_000)
}

export const replay: Measure = {
  name: 'replay',
  about: 'the read models built from the log, against reading the log',
  async run(stage) {
    const connection = await stage.freshDatabase('bench_replay')
    const pool = new pg.Pool({ ...connection, max: 4 })
    const bare = new pg.Client(connection)
    await bare.connect()
    await migrate(pool)
    await installRegistry(pool)
    const people = personalData({ pool, keys: deriveKeys(randomBytes(32)) })
    const wanted = stage.quick ? 50_000 : 200_000
    const count = await loadLog(pool, lifeOfAService(wanted, people), (loaded) =>
      stage.progress(`${whole(loaded)} of ${whole(wanted)} events loaded`),
    )
    const eventStore = postgresEventStore({ pool, listen: connection })
    const replayAll = async () => {
      const builds: number[] = []
      await inTransaction(pool, async (client) => {
        for (const build of await findBuilds(client)) await dropBuild(client, build)
        for (const projection of coreProjections)
          builds.push((await createBuild(client, projection)).id)
      })
      const projectionStore = fillingStore(pool, builds)
      const { events } = await replayLog({
        eventStore,
        personalData: people,
        projectionStore,
        projections: coreProjections,
      })
      if (events !== count) throw new Error(`${events} of ${count} events were replayed`)
      return events
    }
    const values = await interleave(stage, 3, {
      ours: () => timed(replayAll),
      bare: () => timed(() => readBare(bare)),
    })
    await eventStore.close()
    await bare.end()
    await pool.end()
    return [
      rateResult(`replay of ${whole(count)} events`, 'events/s', values.ours, values.bare, 0.5),
    ]
  },
}
