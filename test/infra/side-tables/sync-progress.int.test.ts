import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { syncProgress } from '../../../infra/migrations/0023-sync-progress.ts'
import { postgresSyncProgress } from '../../../infra/side-tables/sync-progress.ts'
import { type TestDatabase, testDatabase } from '../../support/test-database.ts'

let database: TestDatabase
const problems: unknown[] = []
const aProcess = () => postgresSyncProgress(database.pool, (error) => problems.push(error))

beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`create schema side; ${syncProgress.statements}`)
})
afterAll(() => database.drop())

test('another process sees how far a sync is, the last step of many, until it ends', async () => {
  const [worker, query] = [aProcess(), aProcess()]
  expect(await query.of([1, 2])).toEqual(new Map())
  for (let done = 0; done <= 100; done += 1) worker.note(1, { done, total: 100 })
  worker.note(2, { done: 3, total: 7 })
  await worker.settled()
  expect(await query.of([1, 3])).toEqual(new Map([[1, { done: 100, total: 100 }]]))
  worker.note(1, undefined)
  await worker.settled()
  expect(await query.of([1, 2])).toEqual(new Map([[2, { done: 3, total: 7 }]]))
  await database.pool.query(`update side.sync_progress set noted_at = now() - interval '2 min'`)
  expect(await query.of([2])).toEqual(new Map())
  expect(problems).toEqual([])
})

test('a step that cannot be written stops no sync', async () => {
  await database.pool.query('drop table side.sync_progress')
  const worker = aProcess()
  worker.note(1, { done: 0, total: 1 })
  await worker.settled()
  expect(problems).toMatchObject([{ code: '42P01' }])
})
