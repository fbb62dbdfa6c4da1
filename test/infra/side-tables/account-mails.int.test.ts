import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { localBus } from '../../../infra/bus/local.ts'
import { postgresAccountMails } from '../../../infra/side-tables/account-mails.ts'
import type { AccountMailJob, AccountMails } from '../../../shared/ports/account-mails.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { seal } from '../../support/recorded.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
let mails: AccountMails
const long = 600
const forgotten = { kind: 'reset', emailKey: 'key of ada' } as const

beforeAll(async () => {
  database = await migratedDatabase()
  mails = postgresAccountMails(database.pool, localBus())
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('delete from side.account_mails'))

const taken = async (leaseSeconds = long): Promise<AccountMailJob> => {
  const [id = 0] = await mails.due()
  const job = await mails.take(id, leaseSeconds)
  if (!job) throw new Error('nothing is due')
  return job
}

test('a mail is in the hands of one, and gone when it is finished', async () => {
  await mails.add(forgotten)
  const job = await taken()
  expect(job).toMatchObject({ ...forgotten, tries: 1 })
  expect(await mails.take(job.id, long)).toBeUndefined()
  expect(await mails.due()).toEqual([])
  await mails.finish(job)
  expect(await mails.take(job.id, long)).toBeUndefined()
})

test('a wish that comes while a mail is under way is not lost with it', async () => {
  const heard: string[] = []
  const end = mails.onAdded(() => heard.push('added'))
  await mails.add(forgotten)
  const first = await taken()
  await mails.add(forgotten)
  expect(heard).toEqual(['added', 'added'])
  end()
  await mails.finish(first)
  const second = await taken()
  expect(second).toMatchObject({ id: first.id, tries: 1 })
  await mails.retry(first, new Date('2100-01-01T00:00:00Z'))
  await mails.finish(second)
  expect(await mails.due()).toEqual([])
})

test('what failed comes again when it should; what its holder left comes when the lease ends', async () => {
  const formerly = { userId: 7, email: seal('old@example.com') }
  await mails.add({ kind: 'address-changed', emailKey: 'old key', formerly })
  await mails.retry(await taken(), new Date('2026-01-01T00:00:00Z'))
  const second = await taken(-1)
  expect(second).toMatchObject({ tries: 2, formerly })
  const third = await taken()
  expect(third.tries).toBe(3)
  await mails.finish(second)
  await mails.retry(third, new Date('2100-01-01T00:00:00Z'))
  expect(await mails.due()).toEqual([])
})
