import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Client } from 'pg'
import pino from 'pino'
import { withGivenData } from '../../../infra/cli/given-data.ts'
import { loadConfig } from '../../../infra/config.ts'
import { takeTurn } from '../../../infra/embedded/sample/restore.ts'
import { prepareGiven } from '../../../infra/main/given-storage.ts'
import { StartupProblem } from '../../../infra/startup-problem.ts'
import { untilRuns } from '../../support/running-query.ts'
import { dropDatabases, masterKey, sharedServer } from '../../support/service.ts'

const { host, port, superuser, password } = sharedServer()
const name = `svc_${randomBytes(6).toString('hex')}`
const owner = `postgres://${superuser}:${password}@${host}:${port}/postgres`
const url = `postgres://${host}:${port}/${name}`

const lines: { level: number; msg: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const warnings = () => lines.filter(({ level }) => level === 40).map(({ msg }) => msg)

const configFor = (key = masterKey) =>
  loadConfig([], { DATABASE_URL: url, DATABASE_ADMIN_URL: owner, MASTER_KEY: key })

const database = { url, adminUrl: owner }
const prepare = () => prepareGiven({ ...configFor(), database }, log)

const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const problem = await work.catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(StartupProblem)
  return String(problem)
}

const asOwner = async (sql: string) => {
  const client = new Client({ host, port, user: superuser, password, database: name })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const open = (key?: string) =>
  withGivenData(configFor(key), database, log, async ({ storage, adapters, serviceRuns }) => {
    const { rows } = await storage.pool.query('select current_user as login')
    return { login: rows[0].login, serviceRuns, token: await adapters.setupToken.current() }
  })

beforeAll(prepare, 60_000)
afterAll(() => dropDatabases(sharedServer(), [name, `${name}_sample`]))

test('commands work on it as the role that is everything at once, and not as its owner', async () => {
  const first = await open()
  expect(first).toEqual({
    login: 'analytics_app',
    serviceRuns: false,
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await open()).toEqual(first)
})

test('whoever comes with another key, or to another place, is told what to do', async () => {
  const otherKey = [...masterKey].reverse().join('')
  expect(await problemOf(open(otherKey))).toMatch(
    /MASTER_KEY may not be the one .*; where it has not been prepared yet, run database prepare\.$/,
  )
  const elsewhere = { url: `${url}_not`, adminUrl: undefined }
  const nowhere = withGivenData(configFor(), elsewhere, log, async () => undefined)
  expect(await problemOf(nowhere)).toMatch(/does not exist.*: run database prepare\.$/)
})

test('it is prepared anew while a service restores the sample', async () => {
  const restoring = new Client({
    ...{ host, port, user: superuser, password },
    database: `${name}_sample`,
  })
  await restoring.connect()
  await restoring.query('begin')
  await restoring.query(takeTurn)
  await restoring.query('drop table public.reviews')
  const prepared = prepare()
  await untilRuns('pg_advisory_xact_lock(7252663)')
  await restoring.query('commit')
  await restoring.end()
  expect((await prepared).applied).toEqual([])
})

test('an older release works on a newer schema and says so; it does not prepare it', async () => {
  await asOwner(`
    insert into side.migrations values ('9999-later', now()::text);
    comment on schema side is 'prepared up to 9999-later'`)
  await open()
  expect(warnings().join()).toContain('up to 9999-later; this one is older and knows 00')
  expect(await problemOf(prepare())).toContain('it has applied 9999-later, which this one does not')
})
