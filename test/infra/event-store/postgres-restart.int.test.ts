import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { eventStoreSchema } from '../../../infra/event-store/postgres/schema.sql.ts'
import { collect, follow, idsOf, someEvent, someEvents, someStream } from '../../support/events.ts'
import { faultyProxy } from '../../support/faulty-proxy.ts'
import {
  duringOpenAppend,
  listenersOn,
  type PostgresLog,
  postgresLog,
} from '../../support/postgres-log.ts'

const untilListening = async ({ database }: PostgresLog): Promise<void> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await listenersOn(database)).length === 1) return
    await sleep(20)
  }
  throw new Error('nobody listens')
}

describe('the Postgres log survives', () => {
  let log: PostgresLog
  beforeAll(async () => {
    log = await postgresLog(300)
  })
  afterEach(() => log.closeStores())
  afterAll(() => log.drop())

  const breakConnections = () =>
    log.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and pid <> pg_backend_pid()`,
      [log.database.name],
    )

  test('a restart of the service', async () => {
    const [stream, events] = [someStream(), someEvents(3)]
    const before = log.openStore()
    const result = await before.append(stream, 'no_stream', events)
    await before.close()
    const after = log.openStore()
    expect(idsOf(await collect(after.readStream(stream)))).toEqual(idsOf(events))
    expect(await after.head()).toBe(result.position)
    const again = await after.append(stream, 'no_stream', events)
    expect(again).toEqual({ ...result, status: 'duplicate' })
    expect((await after.append(stream, 2, [someEvent()])).position).toBeGreaterThan(result.position)
  })

  test('its schema being made again, by several processes at once', async () => {
    const { position } = await log.openStore().append(someStream(), 'no_stream', [someEvent()])
    const script = eventStoreSchema('es', 300)
    await Promise.all([1, 2, 3, 4].map(() => log.database.pool.query(script)))
    expect(await log.openStore().head()).toBe(position)
  })

  test('a held-up append: refused as unavailable, and repeatable', async () => {
    const [store, stream, event] = [log.openStore(), someStream(), someEvent()]
    await duringOpenAppend(log.database, someStream(), () =>
      expect(store.append(stream, 'no_stream', [event])).rejects.toMatchObject({
        name: 'Refusal',
        kind: 'unavailable',
        cause: { code: '55P03' },
      }),
    )
    expect(await store.append(stream, 'no_stream', [event])).toMatchObject({ status: 'ok' })
  })

  test('the loss of an answer: the event is there once', async () => {
    const proxy = await faultyProxy(log.database.url)
    const store = log.openStore({ url: proxy.url, poolConfig: { max: 1 } })
    const [stream, event] = [someStream(), someEvent()]
    await store.append(stream, 'no_stream', [event])
    proxy.cutAt(/./, 'behind')
    const result = await store.append(stream, 0, [someEvent()])
    expect(result).toMatchObject({ status: 'duplicate', revision: 1 })
    expect(await collect(store.readStream(stream))).toHaveLength(2)
    proxy.close()
  })

  test('a server that says nothing more: refused as unavailable, in the time of one answer', async () => {
    const proxy = await faultyProxy(log.database.url)
    const store = log.openStore({ url: proxy.url, answerTimeout: 300 })
    const [stream, event] = [someStream(), someEvent()]
    await store.append(stream, 'no_stream', [event])
    const unavailable = { name: 'Refusal', kind: 'unavailable' }
    proxy.set({ kind: 'blackhole' })
    // Over the connection there is, and then over those that it does not come to.
    await expect(store.append(stream, 0, [someEvent()])).rejects.toMatchObject(unavailable)
    await expect(collect(store.readStream(stream))).rejects.toMatchObject(unavailable)
    await expect(store.head()).rejects.toMatchObject(unavailable)
    proxy.set({ kind: 'pass' })
    proxy.reset()
    expect(idsOf(await collect(store.readStream(stream)))).toEqual([event.id])
    proxy.close()
  })

  test('an absent server: refused as unavailable', async () => {
    const store = log.openStore({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
    const unavailable = { name: 'Refusal', kind: 'unavailable' }
    await expect(store.append(someStream(), 'no_stream', [someEvent()])).rejects.toMatchObject(
      unavailable,
    )
    await expect(collect(store.readAll())).rejects.toMatchObject(unavailable)
  })

  test('a killed listener: it costs at most the poll, and is replaced', async () => {
    const problems: unknown[] = []
    const writer = log.openStore()
    const reader = log.openStore({ onProblem: (error) => problems.push(error) })
    const follower = follow(reader, { after: await writer.head() })
    await writer.append(someStream(), 'no_stream', [someEvent()])
    await follower.saw(1)
    const [killed] = await listenersOn(log.database)
    await log.database.pool.query('select pg_terminate_backend($1)', [killed])
    await writer.append(someStream(), 'no_stream', [someEvent()])
    await follower.saw(2, 1_500)
    await reader.append(someStream(), 'no_stream', [someEvent()])
    await follower.saw(3)
    await follower.stop()
    await untilListening(log)
    expect(await listenersOn(log.database)).not.toContain(killed)
    expect(problems).toHaveLength(1)
  })

  test('a listener that never connects: own appends wake at once, those of others by the poll', async () => {
    const [other, store] = [log.openStore(), log.openStore({ listen: { port: 1 } })]
    const follower = follow(store, { after: await store.head() })
    await sleep(50)
    const start = performance.now()
    await store.append(someStream(), 'no_stream', [someEvent()])
    await follower.saw(1)
    expect(performance.now() - start).toBeLessThan(500)
    await other.append(someStream(), 'no_stream', [someEvent()])
    await follower.saw(2, 1_500)
    await follower.stop()
  })

  test('the end of every connection: appends and subscriptions go on', async () => {
    const [writer, reader] = [log.openStore(), log.openStore()]
    const stream = someStream()
    await writer.append(stream, 'no_stream', someEvents(2))
    const follower = follow(reader, { after: await writer.head() })
    for (const revision of [1, 2, 3]) {
      await breakConnections()
      await writer.append(stream, revision, [someEvent()])
    }
    await follower.saw(3)
    await follower.stop()
    expect(follower.seen.map(({ revision }) => revision)).toEqual([2, 3, 4])
  })

  test('closing: subscriptions end and nobody listens any more', async () => {
    const store = log.openStore()
    const { signal } = new AbortController()
    const followers = [1, 2, 3].map(() => follow(store))
    const left = collect(store.subscribe({ after: await store.head(), signal }))
    await Promise.all(followers.map((follower) => follower.saw(1)))
    expect(await listenersOn(log.database)).toHaveLength(1)
    await store.close()
    expect(await left).toEqual([])
    expect(await listenersOn(log.database)).toHaveLength(0)
    await Promise.all(followers.map((follower) => follower.stop()))
  })
})
