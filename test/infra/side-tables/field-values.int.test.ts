import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { postgresFieldValues } from '../../../infra/side-tables/field-values.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())

test('keeps values as they are, also those jsonb would refuse, and replaces them', async () => {
  const cache = postgresFieldValues(database.pool)
  expect(await cache.get(1)).toBeUndefined()
  await cache.put(7, 1, ['first'], false)
  const values = ['a\u0000b', '\ud800', 'é', null, 1.5, true]
  await cache.put(7, 1, values, true)
  expect(await cache.get(1)).toEqual({ values, hasMore: true })
})

test('forgets the fields of a database that are not to be retained', async () => {
  const cache = postgresFieldValues(database.pool)
  for (const field of [31, 32, 33]) await cache.put(10, field, [field], false)
  await cache.put(11, 34, [34], false)
  await cache.retain(10, [32])
  expect(await cache.known([31, 32, 33, 34])).toEqual(new Set([32, 34]))
  await cache.retain(10, [])
  expect(await cache.known([31, 32, 33, 34])).toEqual(new Set([34]))
})

test('knows which fields it has, until their database is discarded', async () => {
  const cache = postgresFieldValues(database.pool)
  await cache.put(8, 21, [1], false)
  await cache.put(8, 22, [], false)
  await cache.put(9, 23, [2], false)
  expect(await cache.known([20, 21, 22, 23])).toEqual(new Set([21, 22, 23]))
  await cache.discard(8)
  expect(await cache.known([20, 21, 22, 23])).toEqual(new Set([23]))
  expect(await cache.known([])).toEqual(new Set())
})

test('sweeps what is old enough of databases that are not to be kept', async () => {
  const cache = postgresFieldValues(database.pool)
  await database.pool.query('truncate side.field_values')
  for (const [databaseId, field] of [
    [12, 41],
    [13, 42],
  ] as const)
    await cache.put(databaseId, field, [field], false)
  await database.pool.query(`update side.field_values set updated_at = now() - interval '2 hours'`)
  await cache.put(14, 43, [43], false)
  expect(await cache.sweep([13], 3_600)).toBe(1)
  expect(await cache.known([41, 42, 43])).toEqual(new Set([42, 43]))
})
