import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Decimal128, ObjectId } from 'mongodb'
import { asAdmin, type Caller } from '../support/caller.ts'
import { type MongoLab, openMongoLab } from '../support/mongo-lab.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
let lab: MongoLab
let database: number

/** What clients send: their own name for the password, and settings that are off. */
const body = (change: object = {}) => {
  const { password: pass, ...details } = lab.details
  const off = { 'use-conn-uri': false, 'conn-uri': null, ssl: false, 'tunnel-enabled': false }
  return {
    name: 'Shop',
    engine: 'mongo',
    details: { ...details, pass, ...off, ...change },
  }
}

const orders = [
  { total: 10.5, status: 'paid', at: new Date('2026-01-31T23:30:00Z'), address: { city: 'Oslo' } },
  { total: 20, status: 'open', at: new Date('2026-02-01T10:00:00Z'), address: { city: 'Bern' } },
  { total: 5, status: 'paid', address: { city: 'Oslo' }, vat: Decimal128.fromString('1.25') },
].map((order, index) => ({ _id: ObjectId.createFromTime(index + 1), ...order }))

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  lab = await openMongoLab()
  await lab.db.collection('orders').insertMany(orders)
  const created = await admin.post('/api/database', body())
  expect([created.status, created.body.details.pass]).toEqual([200, '**redacted**'])
  database = created.body.id
  expect(await admin.synced(database)).toMatchObject({ sync: { status: 'done' } })
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await lab?.close()
}, 30_000)

const fieldsOf = async () => {
  const { body: metadata } = await admin.get(`/api/database/${database}/metadata`)
  return metadata.tables.flatMap(({ fields }: { fields: { id: number; name: string }[] }) => fields)
}
const fieldNamed = async (wanted: string): Promise<{ id: number; table_id: number }> =>
  (await fieldsOf()).find(({ name }: { name: string }) => name === wanted)

const native = (pipeline: unknown, collection = 'orders') => ({
  database,
  type: 'native',
  native: { collection, query: JSON.stringify(pipeline) },
})

test('a connection keeps its secret, and says which key is wrong', async () => {
  const { body: shown } = await admin.get(`/api/database/${database}`)
  expect(shown).toMatchObject({
    engine: 'mongo',
    details: { host: lab.details.host, port: lab.details.port, pass: '**redacted**' },
    dbms_version: expect.anything(),
    features: expect.arrayContaining(['nested-fields']),
    settings: { 'database-enable-actions': false },
  })
  const on = { settings: { 'database-enable-actions': true } }
  expect((await admin.put(`/api/database/${database}`, on)).body.errors).toEqual({
    'settings.database-enable-actions': 'Databases of this engine are not written to.',
  })
  expect(Object.keys(shown.details)).not.toContain('password')
  expect(JSON.stringify([shown, app.logLines])).not.toContain(lab.details.password)
  const refused = async (change: object) => {
    const { status, body: answer } = await admin.post('/api/database', body(change))
    return [status, Object.keys(answer.errors ?? {})]
  }
  expect(await refused({ pass: 'wrong' })).toEqual([400, ['pass']])
  expect(await refused({ dbname: 'no_such_database' })).toEqual([400, ['dbname']])
  expect(await refused({ port: 1 })).toEqual([400, ['port']])
  const address = { 'use-conn-uri': true, 'conn-uri': 'mongodb://example.com/' }
  expect(await refused(address)).toEqual([400, ['use-conn-uri', 'conn-uri']])
  const moved = { details: { ...shown.details, host: 'localhost' } }
  expect(await admin.put(`/api/database/${database}`, moved)).toMatchObject({
    status: 400,
    body: { errors: { pass: expect.stringContaining('required again') } },
  })
  const same = { details: shown.details }
  expect((await admin.put(`/api/database/${database}`, same)).status).toBe(200)
})

test('its collections are tables, with fields of documents within documents', async () => {
  const fields = await fieldsOf()
  expect(
    fields.map((it: Record<string, unknown>) => [it.name, it.base_type, it.semantic_type]),
  ).toEqual([
    ['_id', 'type/Text', 'type/PK'],
    ['total', 'type/Float', null],
    ['status', 'type/Text', 'type/Category'],
    ['at', 'type/DateTimeWithLocalTZ', null],
    ['address', 'type/Dictionary', null],
    ['address.city', 'type/Text', null],
    ['vat', 'type/Decimal', null],
  ])
  const { id } = await fieldNamed('address.city')
  expect((await admin.get(`/api/field/${id}/summary`)).body).toEqual([
    ['count', 3],
    ['distincts', 2],
  ])
  const values = await until(
    async () => (await admin.get(`/api/field/${id}/values`)).body.values,
    (found) => found.length > 0,
  )
  expect(values).toEqual([['Bern'], ['Oslo']])
})

test('answers pipelines, and none that writes', async () => {
  const pipeline = [{ $match: { status: 'paid' } }, { $sort: { total: 1 } }, { $unset: 'address' }]
  const { body: result } = await admin.post('/api/dataset', {
    ...native(pipeline),
    settings: { 'report-timezone': 'Europe/Oslo' },
  })
  expect(result).toMatchObject({ status: 'completed', row_count: 2 })
  expect(result.data.cols.map(({ name }: { name: string }) => name)).toEqual([
    '_id',
    'total',
    'status',
    'vat',
    'at',
  ])
  expect(result.data.rows).toEqual([
    [String(orders[2]?._id), 5, 'paid', 1.25, null],
    [String(orders[0]?._id), 10.5, 'paid', null, '2026-02-01T00:30:00+01:00'],
  ])
  for (const writing of [[{ $out: 'stolen' }], [{ $facet: { a: [{ $merge: 'orders' }] } }]])
    expect((await admin.post('/api/dataset', native(writing))).body).toMatchObject({
      status: 'failed',
      error_type: 'db',
    })
  expect((await admin.post('/api/dataset', native([], 'system.users'))).body.status).toBe('failed')
})

test('answers structured questions, and sends them as a file', async () => {
  const [city, total] = [await fieldNamed('address.city'), await fieldNamed('total')]
  const question = {
    database,
    type: 'query',
    query: {
      'source-table': city.table_id,
      aggregation: [['count'], ['sum', ['field', total.id, null]]],
      breakout: [['field', city.id, null]],
    },
  }
  const { body: result } = await admin.post('/api/dataset', question)
  expect(result).toMatchObject({ status: 'completed' })
  expect(result.data.rows).toEqual([
    ['Bern', 1, 20],
    ['Oslo', 2, 15.5],
  ])
  const { status, body: csv } = await admin.post('/api/dataset/csv', question)
  expect([status, csv]).toEqual([
    200,
    expect.stringMatching(/^.*\r?\nBern,1,20\r?\nOslo,2,15\.5\r?\n?$/),
  ])
})
