import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database?.drop())

const partitions = async (): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'side.query_executions'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}

const arrange = (days: number) =>
  database.pool.query('select side.arrange_query_executions($1)', [days])

test('weeks to come have room, weeks past their time go, and arranging again changes nothing', async () => {
  await arrange(30)
  const arranged = await partitions()
  expect(arranged.length).toBeGreaterThanOrEqual(9)
  await database.pool.query(
    `create table side.query_executions_20200106 partition of side.query_executions
       for values from ('2020-01-06 00:00:00+00') to ('2020-01-13 00:00:00+00')`,
  )
  await arrange(30)
  expect(await partitions()).toEqual(arranged)
})

test('whoever records makes room for it, and nothing goes thereby', async () => {
  const old = 'side.query_executions_20200113'
  await database.pool.query(
    `create table ${old} partition of side.query_executions
       for values from ('2020-01-13 00:00:00+00') to ('2020-01-20 00:00:00+00')`,
  )
  const before = await partitions()
  const last = before.at(-1)
  await database.pool.query(`drop table ${last}`)
  await database.pool.query('select side.make_query_partitions()')
  expect(await partitions()).toEqual(before)
  await arrange(30)
  expect(await partitions()).toEqual(before.filter((name) => name !== old))
})

test('a week stays while one of its days is to be kept', async () => {
  const { rows } = await database.pool.query<{ monday: string }>(
    `select to_char(date_trunc('week', (now() - interval '20 days') at time zone 'UTC'), 'YYYY-MM-DD')
       as monday`,
  )
  const monday = rows[0]?.monday ?? ''
  const name = `query_executions_${monday.replaceAll('-', '')}`
  await database.pool.query(
    `create table side.${name} partition of side.query_executions
       for values from ('${monday} 00:00:00+00')
       to (timestamptz '${monday} 00:00:00+00' + interval '7 days')`,
  )
  await arrange(20)
  expect(await partitions()).toContain(`side.${name}`)
  await arrange(8)
  expect(await partitions()).not.toContain(`side.${name}`)
})

test('nothing is kept for less than a day', async () => {
  await expect(arrange(0)).rejects.toThrow('for a day at least')
})

test('other tables of the database are none of its business, whatever their names', async () => {
  const connection = await database.pool.connect()
  try {
    await connection.query('create table public.latest_2abc ()')
    // Makes the planner look at all tables before it asks which of them are partitions.
    await connection.query('set enable_nestloop = off')
    await connection.query('set enable_mergejoin = off')
    await connection.query('select side.arrange_query_executions(30)')
  } finally {
    connection.release(true)
  }
})
