import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { postgresQueryLog } from '../../../infra/query-log/postgres-query-log.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { untilRuns } from '../../support/running-query.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await migratedDatabase()
  await database.pool.query(
    'create schema rm; create table rm.checkpoint as select 1::bigint as position',
  )
})
afterAll(() => database?.drop())

const execution = (startedAt: Date) => ({
  startedAt,
  ...{ userId: 1, position: 1n, context: 'question', databaseId: 1, engine: 'postgres' },
  ...{ cardId: null, statement: 'select 1', tables: [] },
})
const outcome = { status: 'completed', rows: 1, runningTime: 1 } as const
const row = (at: Date) =>
  `select from side.query_executions where started_at = '${at.toISOString()}'`

test('ends are noted in the order of their beginnings, whichever came first: nobody waits in a ring', async () => {
  const problems: unknown[] = []
  const onProblem = (error: unknown) => problems.push(error)
  const log = postgresQueryLog({ pool: database.pool, keepDays: 30, onProblem })
  await log.arrange()
  const now = Date.now()
  const [early, late] = [new Date(now - 2_000), new Date(now - 1_000)] as const
  // Neither the table nor what is noted has them in order.
  const last = log.begin(execution(late))
  await last.kept
  const first = log.begin(execution(early))
  await first.kept

  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`${row(early)} for update`)
    last.end(outcome)
    first.end(outcome)
    await untilRuns('running_time = it.running_time')
    // Who has the early one may still take the late one: whoever waits for the one has not the other.
    expect((await holder.query(`${row(late)} for update nowait`)).rowCount).toBe(1)
    await holder.query('commit')
  } finally {
    holder.release()
  }
  await log.stop()
  expect(problems).toEqual([])
  const { rows } = await database.pool.query('select status from side.query_executions')
  expect(rows).toEqual([{ status: 'completed' }, { status: 'completed' }])
})
