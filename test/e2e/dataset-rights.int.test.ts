import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { createSchema } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

type Table = { id: number; db_id: number; name: string; fields: { id: number }[] }

let app: TestService
let admin: Caller
let user: Caller
let customer: Customer
let foreign: Table
let sample: Table

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  user = await asNewUser(app, admin)
  customer = await openCustomer('postgres')
  await createSchema(customer)
  const id = await admin.connect(customer)
  await admin.synced(id)
  foreign = (await admin.get(`/api/database/${id}/metadata?table=people`)).body.tables[0]
  const [{ id: sampleTable }] = (await user.get('/api/table')).body
  sample = (await user.get(`/api/table/${sampleTable}/query_metadata`)).body
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await customer?.close()
}, 30_000)

const structured = (table: Table, more: object = {}) => ({
  database: table.db_id,
  type: 'query',
  query: { 'source-table': table.id, limit: 1, ...more },
})
const native = (table: Table) => ({
  database: table.db_id,
  type: 'native',
  native: { query: 'select 1' },
})

describe('somebody without rights beyond the sample database', () => {
  test('asks it in structure', async () => {
    expect(await user.post('/api/dataset', structured(sample))).toMatchObject({
      status: 200,
      body: { status: 'completed', row_count: 1 },
    })
  })

  test.each([
    ['SQL on it', () => native(sample)],
    ['SQL on another', () => native(foreign)],
    ['structure on another', () => structured(foreign)],
  ])('is refused %s', async (_, query) => {
    for (const path of ['/api/dataset', '/api/dataset/native']) {
      const { status, body } = await user.post(path, query())
      expect(status).toBe(403)
      expect(body).toMatchObject({ error: true, code: 'forbidden' })
      expect(JSON.stringify(body)).not.toMatch(/people|customer|postgres/)
    }
    for (const format of ['csv', 'xlsx', 'json'])
      expect((await user.post(`/api/dataset/${format}`, { query: query() })).status).toBe(403)
  })

  test('is refused to see the SQL of what they may ask', async () => {
    expect((await user.post('/api/dataset/native', structured(sample))).status).toBe(403)
  })

  test.each([
    ['info', { info: { 'card-id': 1, 'executed-by': 1, context: 'question' } }],
    ['perms', { perms: 'all', 'executed-by': 1 }],
    ['middleware', { middleware: { 'skip-permissions': true, disable: true } }],
    ['compiled-from', { 'compiled-from': 'card', 'stage-is-from-source-card': 1 }],
    ['user', { user_id: 1, actor: { isSuperuser: true } }],
  ])('gains nothing by forging %s', async (_, forged) => {
    for (const query of [native(sample), native(foreign), structured(foreign)]) {
      expect((await user.post('/api/dataset', { ...query, ...forged })).status).toBe(403)
      expect((await user.post('/api/dataset/csv', { query: { ...query, ...forged } })).status).toBe(
        403,
      )
    }
    const allowed = await user.post('/api/dataset', { ...structured(sample), ...forged })
    expect(allowed).toMatchObject({ status: 200, body: { context: 'ad-hoc' } })
    for (const key of Object.keys(forged)) expect(allowed.body.json_query).not.toHaveProperty(key)
  })

  test('reaches no other table through a query on an allowed one', async () => {
    const secret = ['field', foreign.fields[1]?.id, null]
    const ways = [
      { filter: ['=', secret, 'x'] },
      { 'order-by': [['asc', secret]] },
      { breakout: [secret] },
      { aggregation: [['max', secret]] },
      { fields: [secret] },
      { joins: [{ 'source-table': foreign.id, alias: 'a', condition: ['=', secret, secret] }] },
      { 'source-query': { native: 'select 1' } },
    ]
    for (const way of ways) {
      const { status, body } = await user.post('/api/dataset', structured(sample, way))
      expect({ way, status }).toEqual({ way, status: expect.any(Number) })
      expect([400, 403]).toContain(status)
      expect(JSON.stringify(body)).not.toMatch(/people|name/)
    }
    const crossed = { ...structured(foreign), database: sample.db_id }
    expect((await user.post('/api/dataset', crossed)).status).toBe(400)
    const nested = {
      database: sample.db_id,
      type: 'query',
      query: { 'source-query': { native: 'select 1' } },
    }
    expect([400, 403]).toContain((await user.post('/api/dataset', nested)).status)
    const wrapped = { database: sample.db_id, type: 'query', query: { native: 'select 1' } }
    expect((await user.post('/api/dataset', wrapped)).status).toBe(400)
  })

  test('cannot tell a database they may not see by its tables', async () => {
    for (const table of [foreign.id, 2_147_483_647]) {
      const { status } = await user.post('/api/dataset', structured({ ...foreign, id: table }))
      expect(status).toBe(403)
    }
  })

  test('loses the sample with its database', async () => {
    await admin.delete(`/api/database/${sample.db_id}`)
    expect((await user.post('/api/dataset', structured(sample))).status).toBe(404)
    expect((await user.get('/api/table')).body).toEqual([])
    const restored = await admin.post('/api/database/sample_database')
    expect(restored.status).toBe(200)
    expect(restored.body.id).toBeGreaterThan(sample.db_id)
    await admin.synced(restored.body.id)
    expect((await user.get('/api/table')).body.length).toBeGreaterThan(0)
  })
})

test('without a session nothing is asked', async () => {
  for (const token of [undefined, '', 'x', '00000000-0000-4000-8000-000000000000'])
    for (const path of ['', '/csv', '/native', '/query_metadata'])
      expect(
        (await app.call('POST', `/api/dataset${path}`, { token, body: native(sample) })).status,
      ).toBe(401)
})
