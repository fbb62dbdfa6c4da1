import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { eventStoreSchema } from '../../infra/event-store/postgres/schema.sql.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { newEvent } from './append.ts'
import { startModule } from './child.ts'
import { interleave, type Measure, rateResult, whole } from './measure.ts'

const connections = 16
const batch = 100

const outcomeIn = (output: string) => {
  const [, events, seconds] = /^(\d+) in (\S+) s$/m.exec(output) ?? []
  return events && seconds ? { events: Number(events), seconds: Number(seconds) } : undefined
}

const addressOf = ({ user, password, host, port, database }: pg.ClientConfig): string =>
  `postgres://${user}:${password}@${host}:${port}/${database}`

const appendTo = async (store: EventStore, events: number, atOnce: number): Promise<void> => {
  const stream = `user-${randomUUID()}`
  for (let done = 0; done < events; done += atOnce)
    await store.append(
      stream,
      done === 0 ? 'no_stream' : done - 1,
      Array.from({ length: atOnce }, newEvent),
    )
}

/** Follows the log from its beginning as a projector does, up to its head. */
const consume = async (store: EventStore): Promise<number> => {
  const head = await store.head()
  const ending = new AbortController()
  let seen = 0
  for await (const events of store.subscribe({ batch: 1_000, signal: ending.signal })) {
    seen += events.length
    if ((events.at(-1)?.position ?? 0n) >= head) ending.abort()
  }
  return seen
}

/** Both on the same server, each in a database of its own, in turn. */
export const emmett: Measure = {
  name: 'emmett',
  about: 'appends and a replay, against Emmett on the same Postgres',
  async run(stage) {
    const mine = await stage.freshDatabase('bench_ours')
    const theirs = addressOf(await stage.freshDatabase('bench_emmett'))
    const pool = new pg.Pool({ ...mine, max: connections })
    await pool.query(eventStoreSchema())
    const store = postgresEventStore({ pool, listen: mine })
    let kept = { ours: 0, theirs: 0 }
    let missed = 0

    const ofOurs = async (events: number, work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now()
      await work()
      return events / ((performance.now() - began) / 1_000)
    }
    const ofEmmett = async (work: string, events: number): Promise<number> => {
      const args = [theirs, work, String(events)]
      const { found } = await startModule('test/bench/emmett-side', args, {}, outcomeIn)
      missed = Math.max(missed, events - found.events)
      return found.events / found.seconds
    }
    const race = async (work: string, events: number, ours: () => Promise<unknown>) => {
      const values = await interleave(stage, 3, {
        ours: () => {
          kept = { ...kept, ours: kept.ours + events }
          return ofOurs(events, ours)
        },
        emmett: () => {
          kept = { ...kept, theirs: kept.theirs + events + 1 }
          return ofEmmett(work, events)
        },
      })
      return rateResult(`appends ${work}`, 'events/s', values.ours, values.emmett, 1)
    }

    const few = stage.quick ? 800 : 4_000
    const many = stage.quick ? 8_000 : 40_000
    const results = [
      await race('one by one', few, () => appendTo(store, few, 1)),
      await race('at once', few, () =>
        Promise.all(
          Array.from({ length: connections }, () => appendTo(store, few / connections, 1)),
        ),
      ),
      await race('in batches', many, () => appendTo(store, many, batch)),
    ]
    let warm = 0
    const followed = await interleave(stage, 3, {
      ours: () => ofOurs(kept.ours, () => consume(store)),
      emmett: () => {
        warm += 1
        return ofEmmett('consume', kept.theirs + warm)
      },
    })
    await store.close()
    await pool.end()
    return [
      ...results,
      rateResult(
        `a log of ${whole(kept.ours)} events followed${missed > 0 ? ` (Emmett missed ${missed})` : ''}`,
        'events/s',
        followed.ours,
        followed.emmett,
        1,
      ),
    ]
  },
}
