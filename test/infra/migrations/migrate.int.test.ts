import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Pool } from 'pg'
import { grantAccess, sideTables } from '../../../infra/migrations/grants.ts'
import { migrations } from '../../../infra/migrations/index.ts'
import { migrate } from '../../../infra/migrations/migrate.ts'
import { sqlEvents } from '../../support/postgres-log.ts'
import { emptyReadModels } from '../../support/read-models.ts'
import { type TestDatabase, testDatabase } from '../../support/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

describe('migrate', () => {
  test('instances that start at once apply every migration once', async () => {
    const pools = Array.from({ length: 4 }, () => database.openPool())
    const applied = await Promise.all(pools.map((pool) => migrate(pool)))
    expect(applied.flat()).toEqual(Object.keys(migrations))
  })

  test('does nothing the next time', async () => {
    expect(await migrate(database.pool)).toEqual([])
  })
})

describe('the role of the service', () => {
  const role = `app_${randomBytes(4).toString('hex')}`
  let app: Pool

  beforeAll(async () => {
    await database.pool.query(`create role ${role} login password 'secret'`)
    await grantAccess(database.pool, role)
    await grantAccess(database.pool, role)
    const address = new URL(database.url)
    address.username = role
    address.password = 'secret'
    app = database.openPool({ connectionString: address.href })
  })
  afterAll(async () => {
    await app.query('drop schema if exists rm cascade')
    await database.pool.query(`drop owned by ${role}; drop role ${role}`)
  })

  test('is granted every side table but the list of migrations', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'side'`,
    )
    const bookkeeping = ['migrations', 'migrations_lock']
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...sideTables, 'query_executions', 'log_home', ...bookkeeping].sort(),
    )
  })

  test('appends and reads', async () => {
    const { rows } = await app.query('select status from es.append($1, -1, $2)', [
      'thing-1',
      sqlEvents(2),
    ])
    expect(rows).toEqual([{ status: 'ok' }])
    expect((await app.query('select * from es.events')).rows).toHaveLength(2)
  })

  test.each([
    'insert into es.streams values (1, 1)',
    `insert into es.events select * from es.events`,
    `update es.events set data = '{}'`,
    'delete from es.events',
    'truncate es.events',
    'delete from es.streams',
    `select nextval('es.position_seq')`,
    'alter table es.events disable trigger append_only',
    'drop function es.append',
    'drop table side.vault',
    'truncate side.sessions',
    'create table side.more (id integer)',
    'delete from side.migrations',
  ])('may not %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('reads and writes side tables and draws ids', async () => {
    await app.query('insert into side.credentials (user_id, hash) values (1, $1)', ['x'])
    await app.query('update side.credentials set hash = $1', ['y'])
    await app.query('delete from side.credentials')
    const { rows } = await app.query(`select nextval('side.user_ids')::integer as id`)
    expect(rows).toEqual([{ id: expect.any(Number) }])
  })

  test('builds read models beside those in use and exchanges them', async () => {
    await emptyReadModels(app)
    await app.query(`insert into rm.groups (id, name) values (3, 'Old')`)
    await emptyReadModels(app)
    expect((await app.query('select * from rm.groups')).rows).toEqual([])
    expect((await app.query('select position from rm.checkpoint')).rows).toHaveLength(1)
  })
})
