import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { engineDefaults } from '../../../../infra/engines/options.ts'
import { postgresDriver } from '../../../../infra/engines/postgres/driver.ts'
import type { Cell, EngineDriver } from '../../../../shared/ports/engine-driver.ts'
import { type TestDatabase, testDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
let driver: EngineDriver
beforeAll(async () => {
  database = await testDatabase()
  driver = postgresDriver({ ...engineDefaults, poolSize: 1 })
})
afterAll(async () => {
  await driver.close()
  await database.drop()
})

const query = (sql: string) => {
  const { hostname, port, username, password } = new URL(database.url)
  const server = { host: hostname, port: Number(port), dbname: database.name }
  return driver.query(
    { databaseId: 1, version: '1', details: { ...server, user: username, password } },
    { sql, parameters: [] },
    { signal: new AbortController().signal, timeoutMs: 20_000, origin: 'foreign' },
  )
}

const ask = async (sql: string) => {
  const rows: (readonly Cell[])[] = []
  for await (const batch of (await query(sql)).batches) rows.push(...batch)
  return rows
}

test('texts of every alphabet, empty ones and nulls keep their places', async () => {
  const sql = `select n, case n % 3 when 0 then 'é 漢 🙂' || n when 1 then '' end, n % 2 = 0,
    repeat('ü', n % 400), repeat('x', n % 400) from generate_series(1, 20000) n`
  const texts = ['é 漢 🙂', '', null]
  let n = 0
  for (const row of await ask(sql)) {
    n += 1
    const text = n % 3 === 0 ? `${texts[0]}${n}` : texts[n % 3]
    const long = ['ü'.repeat(n % 400), 'x'.repeat(n % 400)]
    if (row.join('|') !== [n, text, n % 2 === 0, ...long].join('|'))
      throw new Error(`row ${n} holds ${row.join('|')}`)
    expect(row[1]).toBe(text)
  }
  expect(n).toBe(20_000)
})

test('rows much larger than a packet arrive whole', async () => {
  const sizes = [1, 100_000, 5_000_000, 2]
  const rows = await ask(
    `select repeat('y', size), repeat('ö', size) from unnest(array[${sizes}]) size`,
  )
  expect(rows.map(([one, other]) => [one?.length, other?.length])).toEqual(
    sizes.map((size) => [size, size]),
  )
  expect(rows[2]?.[1]).toBe('ö'.repeat(5_000_000))
})

test('a row beyond all bounds is refused as it begins, and the pool recovers', async () => {
  const attempt = ask(`select repeat('z', 70 * 1024 * 1024)`)
  await expect(attempt).rejects.toMatchObject({ errorType: 'driver' })
  expect(await ask('select 1')).toEqual([['1']])
})

test('a type that must be looked up does not lose rows of a long answer', async () => {
  await database.pool.query(`create type mood as enum ('sad')`)
  const rows = await ask(`select 'sad'::mood, n from generate_series(1, 10000) n`)
  expect(rows).toHaveLength(10_000)
  expect(rows.at(-1)).toEqual(['sad', '10000'])
})
