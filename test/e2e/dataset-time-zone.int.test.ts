import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { teachBerlin } from '../support/mysql-zone.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
let customer: Customer

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customer = await openCustomer('postgres')
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

test.each([
  ['UTC', 'UTC', '2026-07-01T12:00:00Z'],
  ['Europe/Berlin', 'Europe/Berlin', '2026-07-01T14:00:00+02:00'],
  ['America/St_Johns', 'America/St_Johns', '2026-07-01T09:30:00-02:30'],
  ['europe/berlin', 'Europe/Berlin', '2026-07-01T14:00:00+02:00'],
  // Zones only the database has a name for.
  ['<+05>-05', 'UTC', '2026-07-01T12:00:00Z'],
  ['Factory', 'UTC', '2026-07-01T12:00:00Z'],
])('a database in the zone %s tells times in %s', async (theirs, ours, noon) => {
  const { dbname } = customer.details
  await customer.run('reset role', `alter database ${dbname} set timezone = '${theirs}'`)
  const id = await admin.connect(customer)
  await admin.synced(id)
  const { status, data, error } = await admin.ask(id, `select timestamptz '2026-07-01 12:00:00+00'`)
  expect({ status, error }).toEqual({ status: 'completed' })
  expect(data).toMatchObject({ rows: [[noon]], results_timezone: ours })
})

test('a query may ask for a zone of its own', async () => {
  const { dbname } = customer.details
  await customer.run('reset role', `alter database ${dbname} set timezone = 'UTC'`)
  const id = await admin.connect(customer)
  await admin.synced(id)
  const sql = `select timestamptz '2026-07-01 23:00:00+00',
    date_trunc('day', timestamptz '2026-07-01 23:00:00+00')`
  const settings = { 'report-timezone': 'europe/berlin' }
  const { status, data } = await admin.ask(id, sql, { settings })
  expect(status).toBe('completed')
  expect(data).toMatchObject({
    rows: [['2026-07-02T01:00:00+02:00', '2026-07-02T00:00:00+02:00']],
    results_timezone: 'Europe/Berlin',
    requested_timezone: 'Europe/Berlin',
  })
  const usual = await admin.ask(id, sql)
  expect(usual.data).toMatchObject({ results_timezone: 'UTC' })
  expect(usual.data).not.toHaveProperty('requested_timezone')
})

test.each(['Middle-earth/Shire', '+02:00', '', `UTC'; --`])('%j is no zone', async (zone) => {
  const query = { database: 1, type: 'native', native: { query: 'select 1' } }
  const settings = { 'report-timezone': zone }
  const { status, body } = await admin.post('/api/dataset', { ...query, settings })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['settings.report-timezone']])
})

describe('MySQL knows the zones of its tables only', () => {
  let mysql: Customer
  let id: number

  const noon = 'select at from seen'
  const days = 'select date(at), count(*) from seen group by 1 order by 1'

  beforeAll(async () => {
    mysql = await openCustomer('mysql')
    await teachBerlin(mysql)
    await mysql.run(
      `set time_zone = '+00:00'`,
      'create table seen (at timestamp not null)',
      `insert into seen values ('2026-01-15 23:30:00'), ('2026-07-15 22:30:00')`,
    )
    id = await admin.connect(mysql)
    await admin.synced(id)
  }, 60_000)

  afterAll(() => mysql?.close())

  const asked = (sql: string, zone: string) =>
    admin.ask(id, sql, { settings: { 'report-timezone': zone } })

  test('one with a summer time is right in summer and in winter', async () => {
    const { data } = await asked(noon, 'Europe/Berlin')
    expect(data.rows).toEqual([['2026-01-16T00:30:00+01:00'], ['2026-07-16T00:30:00+02:00']])
    expect((await asked(days, 'Europe/Berlin')).data.rows).toEqual([
      ['2026-01-16T00:00:00+01:00', 1],
      ['2026-07-16T00:00:00+02:00', 1],
    ])
  })

  test('one that has always had the same offset needs no tables', async () => {
    const { data } = await asked(noon, 'Asia/Kolkata')
    expect(data.rows).toEqual([['2026-01-16T05:00:00+05:30'], ['2026-07-16T04:00:00+05:30']])
    expect((await asked(noon, 'Etc/GMT+3')).data.rows).toEqual([
      ['2026-01-15T20:30:00-03:00'],
      ['2026-07-15T19:30:00-03:00'],
    ])
  })

  test('for another the query fails rather than guess, and the next one is as ever', async () => {
    const ever = [['2026-01-15T23:30:00Z'], ['2026-07-15T22:30:00Z']]
    for (const zone of ['America/New_York', 'Asia/Singapore']) {
      const { status, error, error_type } = await asked(noon, zone)
      expect({ status, error_type }).toEqual({
        status: 'failed',
        error_type: 'unsupported-feature',
      })
      expect(error).toContain(`does not know the time zone "${zone}"`)
      expect(error).toContain('mysql_tzinfo_to_sql')
      expect((await admin.ask(id, noon)).data.rows).toEqual(ever)
    }
    expect((await asked(noon, 'UTC')).data.rows).toEqual(ever)
  })

  const converted = async (target: string) => {
    const at = ['field', 'at', { 'base-type': 'type/DateTime' }]
    const native = `select cast('2026-07-01 12:00:00' as datetime) as at`
    const query = {
      'source-query': { native },
      expressions: { there: ['convert-timezone', at, target, 'UTC'] },
      fields: [['expression', 'there']],
    }
    return (await admin.post('/api/dataset', { database: id, type: 'query', query })).body
  }

  test.each([
    ['Europe/Berlin', '2026-07-01T14:00:00'],
    ['Asia/Kolkata', '2026-07-01T17:30:00'],
    ['+03:00', '2026-07-01T15:00:00'],
    ['UTC', '2026-07-01T12:00:00'],
  ])('a moment may be converted to %s', async (zone, there) => {
    const { status, data } = await converted(zone)
    expect({ status, there: data.rows[0][0].slice(0, 19) }).toEqual({ status: 'completed', there })
  })

  test('a moment is not converted to nothing', async () => {
    const { status, error_type, error } = await converted('America/New_York')
    expect({ status, error_type }).toEqual({ status: 'failed', error_type: 'unsupported-feature' })
    expect(error).toContain('"America/New_York"')
  })
})
