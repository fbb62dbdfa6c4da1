import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { migrations } from '../../../infra/migrations/index.ts'
import { migrate } from '../../../infra/migrations/migrate.ts'
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
