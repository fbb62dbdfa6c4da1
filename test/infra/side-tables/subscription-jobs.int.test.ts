import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { localBus } from '../../../infra/bus/local.ts'
import { postgresSubscriptionJobs } from '../../../infra/side-tables/subscription-jobs.ts'
import type {
  Plan,
  SubscriptionJob,
  SubscriptionJobs,
} from '../../../shared/ports/subscription-jobs.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
let jobs: SubscriptionJobs
const long = 600
const past = new Date('2026-01-01T08:00:00Z')
const future = new Date('2100-01-01T08:00:00Z')

const plan = (subscriptionId: number, hour = 8, channel = 0): Plan => ({
  subscriptionId,
  channel,
  schedule: { type: 'daily', hour, day: null, frame: null },
  zone: 'UTC',
})

beforeAll(async () => {
  database = await migratedDatabase()
  jobs = postgresSubscriptionJobs(database.pool, () => new Date('2026-01-01T00:00:00Z'), localBus())
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('delete from side.subscription_jobs'))

const taken = async (leaseSeconds = long): Promise<SubscriptionJob> => {
  const job = await jobs.take(leaseSeconds)
  if (!job) throw new Error('nothing is due')
  return job
}

test('what is planned is due when it says; what is not planned any more is not', async () => {
  await jobs.plan([plan(1), plan(2), plan(2, 9, 1)], ({ subscriptionId }, after) => {
    expect(after).toEqual(new Date('2026-01-01T00:00:00Z'))
    return subscriptionId === 1 ? past : future
  })
  expect(await jobs.isAnyDue()).toBe(true)
  const job = await taken()
  expect(job).toMatchObject({ subscriptionId: 1, channel: 0, dueAt: past, attempt: 0, handed: {} })
  expect(job.plan).toEqual({ schedule: plan(1).schedule, zone: 'UTC' })
  expect(await jobs.take(long)).toBeUndefined()
  expect(await jobs.isAnyDue()).toBe(false)
  await jobs.plan([plan(2, 9, 1)], () => past)
  const { rows } = await database.pool.query(
    'select subscription_id, channel from side.subscription_jobs',
  )
  expect(rows).toEqual([{ subscription_id: 2, channel: 1 }])
  expect(await jobs.note(job, { x: 'done' })).toBe(false)
})

test('planned the same again, it keeps its time; planned otherwise, it begins anew', async () => {
  await jobs.plan([plan(1)], () => past)
  await jobs.plan([plan(1)], () => future)
  const job = await taken()
  await jobs.plan([plan(1, 9)], () => past)
  expect(await jobs.renew(job, long)).toBe(false)
  expect(await taken()).toMatchObject({ plan: { schedule: { hour: 9 } }, attempt: 0 })
})

test('of many who would take it one has it; once its lease is over another one, and only that', async () => {
  await jobs.plan([plan(1)], () => past)
  const all = await Promise.all([1, 2, 3, 4].map(() => jobs.take(0)))
  // A lease of no time is over at once: each may have had it, one after the other.
  const fences = all.flatMap((job) => (job ? [job.fence] : []))
  expect(new Set(fences).size).toBe(fences.length)
  const [first, second] = [await taken(0), await taken()]
  expect(await jobs.note(first, { a: 'done' })).toBe(false)
  expect(await jobs.note(second, { a: 'handing' })).toBe(true)
  await jobs.finish(first, undefined)
  await jobs.retry(first, past)
  await jobs.release(first)
  expect(await jobs.take(long)).toBeUndefined()
  expect(await jobs.renew(second, long)).toBe(true)
  const racing = await Promise.all([1, 2, 3].map(() => jobs.take(long)))
  expect(racing).toEqual([undefined, undefined, undefined])
})

test('let go of, it is there at once with what was put down; tried again, at its time', async () => {
  await jobs.plan([plan(1)], () => past)
  const first = await taken()
  await jobs.note(first, { a: 'done', b: 'handing' })
  await jobs.release(first)
  const second = await taken()
  expect(second).toMatchObject({ attempt: 0, handed: { a: 'done', b: 'handing' } })
  await jobs.retry(second, past)
  const third = await taken()
  expect(third).toMatchObject({ attempt: 1, dueAt: past, handed: { a: 'done' } })
  await jobs.retry(third, future)
  expect(await jobs.take(long)).toBeUndefined()
})

test('done with, it is due the next time, or never again', async () => {
  await jobs.plan([plan(1)], () => past)
  const job = await taken()
  await jobs.note(job, { a: 'done' })
  await jobs.finish(job, past)
  const next = await taken()
  expect(next).toMatchObject({ attempt: 0, handed: {} })
  await jobs.finish(next, undefined)
  const { rowCount } = await database.pool.query('select from side.subscription_jobs')
  expect(rowCount).toBe(0)
})

test('what is wanted now is due once it is begun, once, and is nobody’s plan', async () => {
  const send = { subscriptionId: 1, send: 'send-1', channels: [0, 2], onlyTo: 7 }
  await jobs.add(send)
  await jobs.add(send)
  expect(await jobs.isAnyDue()).toBe(false)
  const { rows } = await database.pool.query(
    `select bool_and(not_before < now() + interval '1 min') as is_soon from side.subscription_jobs`,
  )
  expect(rows).toEqual([{ is_soon: true }])
  let told = 0
  const end = jobs.onDue(() => {
    told += 1
  })
  await jobs.begin(send)
  end()
  await jobs.begin(send)
  expect(told).toBe(1)
  await jobs.plan([], () => past)
  const both = [await taken(), await taken()]
  expect(both.map(({ channel }) => channel).sort()).toEqual([0, 2])
  expect(both[0]).toMatchObject({ send: 'send-1', onlyTo: 7, plan: undefined })
  expect(await jobs.take(long)).toBeUndefined()
})
