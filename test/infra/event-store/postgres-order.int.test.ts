import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Pool } from 'pg'
import { eventStoreSchema } from '../../../infra/event-store/postgres/schema.sql.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { collect, follow, idsOf, someEvent, someEvents, someStream } from '../../support/events.ts'
import { duringOpenAppend, type PostgresLog, postgresLog } from '../../support/postgres-log.ts'
import { testDatabase } from '../../support/test-database.ts'

describe('the order of the Postgres log', () => {
  let log: PostgresLog
  beforeAll(async () => {
    log = await postgresLog()
  })
  afterEach(() => log.closeStores())
  afterAll(() => log.drop())

  test('a reader at the end sees each committed event once, in order, whatever rolls back', async () => {
    const pool = log.database.openPool({ max: 16 })
    const store = log.openStore()
    const after = await store.head()
    const follower = follow(store, { after, batch: 7 })
    const poller = pollUntil(store, after)
    const written = await Promise.all(Array.from({ length: 16 }, () => writeOrRollBack(pool, 25)))
    const committed = written.flat()
    await follower.saw(committed.length)
    const polled = await poller.end(committed.length)
    await follower.stop()

    expect(committed.length).toBeLessThan(16 * 25)
    for (const seen of [follower.seen, polled]) {
      expect(idsOf(seen).sort()).toEqual([...committed].sort())
      expect(seen.every(({ position }, n) => position > (seen[n - 1]?.position ?? 0n))).toBe(true)
    }
    const times = follower.seen.map(({ recordedAt }) => recordedAt)
    expect(times).toEqual([...times].sort())
  })

  test('many appenders of one process and of several: nothing is lost or seen twice', async () => {
    const stores = [log.openStore(), log.openStore()] as const
    const after = await stores[0].head()
    const followers = stores.map((store) => follow(store, { after, batch: 50 }))
    const appenders = Array.from({ length: 8 }, async (_, number) => {
      const [stream, store] = [someStream(), stores[number % 2] ?? stores[0]]
      for (let turn = 0; turn < 25; turn += 1)
        await store.append(stream, turn === 0 ? 'no_stream' : turn * 2 - 1, someEvents(2))
    })
    await Promise.all(appenders)
    const all = idsOf(await collect(stores[0].readAll({ after })))
    expect(new Set(all).size).toBe(8 * 25 * 2)
    for (const follower of followers) {
      await follower.saw(all.length)
      await follower.stop()
      expect(idsOf(follower.seen)).toEqual(all)
    }
  })

  test('open write transactions elsewhere, prepared ones too, delay nothing', async () => {
    const elsewhere = await testDatabase()
    const [near, far] = [await log.database.pool.connect(), await elsewhere.pool.connect()]
    for (const client of [near, far]) {
      await client.query('create table if not exists public.customer (id int)')
      await client.query('begin; insert into public.customer values (1)')
    }
    await elsewhere.pool.query(
      "begin; insert into public.customer values (2); prepare transaction 'forgotten'",
    )
    const store = log.openStore()
    const follower = follow(store, { after: await store.head() })
    const start = performance.now()
    for (let turn = 0; turn < 10; turn += 1)
      await store.append(someStream(), 'no_stream', [someEvent()])
    await follower.saw(10)
    expect(performance.now() - start).toBeLessThan(800)
    await follower.stop()
    await elsewhere.pool.query("rollback prepared 'forgotten'")
    for (const client of [near, far]) {
      await client.query('rollback')
      client.release()
    }
    await elsewhere.drop()
  })

  test('logs in other schemas are other logs, and do not wait for each other', async () => {
    await log.database.pool.query(eventStoreSchema('second_log', 300))
    const [stream, other] = [someStream(), log.openStore({ schema: 'second_log' })]
    await duringOpenAppend(log.database, stream, async () => {
      await other.append(stream, 'no_stream', [someEvent()])
    })
    expect(await collect(other.readAll())).toHaveLength(1)
    expect(await collect(log.openStore().readStream(stream))).toEqual([])
  })

  test('a subscriber hears of another process through the database, before the poll', async () => {
    const [writer, reader] = [log.openStore(), log.openStore()]
    const follower = follow(reader, { after: await writer.head() })
    const delays: number[] = []
    for (let turn = 0; turn < 10; turn += 1) {
      const start = performance.now()
      await writer.append(someStream(), 'no_stream', [someEvent()])
      await follower.saw(turn + 1)
      delays.push(performance.now() - start)
    }
    await follower.stop()
    expect(Math.min(...delays)).toBeLessThan(200)
  })
})

/** Appends in transactions, of which about a third roll back. Answers the ids that stay. */
const writeOrRollBack = async (pool: Pool, turns: number): Promise<string[]> => {
  const client = await pool.connect()
  const committed: string[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const event = someEvent({ turn })
    await client.query('begin')
    await client.query('select es.append($1, -1, $2)', [someStream(), JSON.stringify([event])])
    if (Math.random() < 0.3) await sleep(1)
    if (Math.random() < 0.3) await client.query('rollback')
    else {
      await client.query('commit')
      committed.push(event.id)
    }
  }
  client.release()
  return committed
}

/** Reads on and on from the last position it saw, as fast as it can, until it has seen enough. */
const pollUntil = (store: EventStore, after: bigint) => {
  let enough = Number.POSITIVE_INFINITY
  const poll = async () => {
    const seen = []
    for (let last = after; seen.length < enough; last = seen.at(-1)?.position ?? after) {
      for await (const event of store.readAll({ after: last })) seen.push(event)
      await sleep(0)
    }
    return seen
  }
  const polling = poll()
  return {
    end: (count: number) => {
      enough = count
      return polling
    },
  }
}
