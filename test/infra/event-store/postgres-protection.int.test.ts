import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Pool } from 'pg'
import {
  eventStoreGrants,
  eventStoreSchema,
} from '../../../infra/event-store/postgres/schema.sql.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { collect, someEvent, someEvents, someStream } from '../../support/events.ts'
import { type PostgresLog, postgresLog, sqlEvents } from '../../support/postgres-log.ts'

describe('the Postgres log refuses to be rewritten', () => {
  const role = `Service ${randomBytes(4).toString('hex')}`
  let log: PostgresLog
  let service: Pool
  let store: EventStore

  beforeAll(async () => {
    log = await postgresLog()
    const { pool } = log.database
    await pool.query(`create role "${role}" login password 'secret'; ${eventStoreGrants(role)}`)
    const url = new URL(log.database.url)
    url.username = role
    url.password = 'secret'
    service = log.database.openPool({ connectionString: url.href })
    store = log.openStore({ url: url.href })
    await store.append(someStream(), 'no_stream', someEvents(2))
  })
  afterAll(async () => {
    await log.closeStores()
    await log.database.pool.query(`drop owned by "${role}"; drop role "${role}"`)
    await log.drop()
  })

  test.each([
    "update es.events set data = '{}'",
    'update es.events set revision = revision where false',
    'delete from es.events',
    'truncate es.events',
    'truncate es.events, es.streams',
  ])('even by its owner: %s', async (statement) => {
    await expect(log.database.pool.query(statement)).rejects.toThrow('events are append-only')
    expect(await collect(store.readAll())).not.toEqual([])
  })

  test.each([
    'insert into es.events select * from es.events',
    'insert into es.streams values ($$thing-1$$, 5)',
    'update es.streams set revision = 0',
    'delete from es.streams',
    'truncate es.events',
    'select nextval($$es.position_seq$$)',
    'select setval($$es.position_seq$$, 1)',
    'drop function es.append(text, bigint, jsonb)',
    'alter table es.events disable trigger append_only',
    'create table es.mine ()',
  ])('by a role that may only append: %s', async (statement) => {
    await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('by a role that was granted nothing', async () => {
    await log.database.pool.query(eventStoreSchema('other_log'))
    await log.database.pool.query(`grant usage on schema other_log to "${role}"`)
    const append = service.query('select other_log.append($1, -1, $2)', ['thing-1', sqlEvents(1)])
    await expect(append).rejects.toMatchObject({ code: '42501' })
  })

  test('but the role appends and reads through the store, whatever its search_path', async () => {
    const client = await service.connect()
    await client.query(`
      create temporary table streams (stream text, revision bigint);
      create temporary table events (id int);
      set search_path = pg_temp, es`)
    const { rows } = await client.query('select (es.append($1, -1, $2)).status', [
      someStream(),
      sqlEvents(1),
    ])
    client.release(true)
    expect(rows).toEqual([{ status: 'ok' }])
  })

  test('nor does time run backwards when the clock of the machine does', async () => {
    const future = new Date(Date.now() + 3_600_000).toISOString()
    await log.database.pool.query(
      `insert into es.events
       select nextval('es.position_seq'), 'from-the-future', 0, gen_random_uuid(), 'Seen', 1, '{}',
              metadata, $1 from es.events limit 1`,
      [future],
    )
    const stream = someStream()
    await store.append(stream, 'no_stream', [someEvent()])
    const [recorded] = await collect(store.readStream(stream))
    expect(recorded?.recordedAt).toBe(future)
  })

  test('an event is recorded once, whatever the stream', async () => {
    const event = someEvent()
    await store.append(someStream(), 'no_stream', [event])
    await expect(store.append(someStream(), 'no_stream', [event])).rejects.toMatchObject({
      name: 'UnstorableEvent',
    })
  })

  test.each(['Es', 'a-b', '', 'es; drop schema es', 'x'.repeat(41)])(
    'and a schema cannot be named %j',
    (name) => {
      expect(() => eventStoreSchema(name)).toThrow(RangeError)
    },
  )
})
