import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
const customers: Partial<Record<Customer['engine'], Customer>> = {}

const customerOf = (engine: Customer['engine']): Customer => {
  const customer = customers[engine]
  if (!customer) throw new Error(`no ${engine} server`)
  return customer
}

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  customers.postgres = await openCustomer('postgres')
  customers.mysql = await openCustomer('mysql')
  for (const customer of Object.values(customers)) await customer.run('create table one (n int)')
}, 60_000)

afterAll(async () => {
  await app?.stop()
  for (const customer of Object.values(customers)) await customer.close()
}, 30_000)

const mask = '**redacted**'

describe.each(['postgres', 'mysql'] as const)('a %s database', (engine) => {
  const details = () => customerOf(engine).details
  const body = (change: object = {}, more: object = {}) => ({
    name: 'Ours',
    engine,
    details: { ...details(), ...change },
    ...more,
  })

  test('is connected, and answered whole with its secret masked', async () => {
    const { status, body: database } = await admin.post('/api/database', body())
    expect(status).toBe(200)
    expect(database).toMatchObject({
      id: expect.any(Number),
      name: 'Ours',
      engine,
      details: { ...details(), password: mask },
      is_sample: false,
      is_full_sync: true,
      features: expect.arrayContaining(['basic-aggregations']),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      schedules: {
        metadata_sync: { schedule_type: 'hourly' },
        cache_field_values: { schedule_type: 'daily' },
      },
    })
    expect((await admin.get(`/api/database/${database.id}`)).body).toMatchObject({
      id: database.id,
      name: 'Ours',
      details: { ...details(), password: mask },
    })
    const list = await admin.get('/api/database')
    expect(list.body.total).toBe(list.body.data.length)
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ id: database.id, name: 'Ours', engine, is_sample: false }),
    )
  })

  test.each([
    ['password', { password: 'not this one' }],
    ['password', { password: undefined }],
    ['password', { user: 'nobody_of_this_name' }],
    ['host', { host: 'no-such-host.invalid' }],
    ['port', { port: 1 }],
    ['dbname', { dbname: 'no_such_database' }],
  ])('is refused with the blame on %s', async (key, change) => {
    const { status, body: error } = await admin.post('/api/database', body(change))
    expect(status).toBe(400)
    expect(error).toMatchObject({
      error: true,
      code: 'validation',
      message: expect.any(String),
      errors: { [key]: expect.any(String) },
    })
    expect(Object.keys(error.errors)).toEqual([key])
  })

  test('is connected under the names and forms other clients use', async () => {
    const { dbname, port, ...rest } = details()
    const { status, body: database } = await admin.post('/api/database', {
      name: 'By alias',
      engine,
      details: { ...rest, db: dbname, port: String(port), 'tunnel-enabled': false },
    })
    expect(status).toBe(200)
    expect(database.details).toEqual({ ...details(), password: mask })
  })

  test('is validated in both directions', async () => {
    const good = await admin.post('/api/database/validate', { engine, details: details() })
    expect(good).toMatchObject({ status: 200, body: { valid: true } })
    const nested = { details: { engine, details: details() } }
    const alike = await admin.post('/api/database/validate', nested)
    expect(alike).toMatchObject({ status: 200, body: { valid: true } })
    const wrong = { ...details(), password: 'not this one' }
    const bad = await admin.post('/api/database/validate', { engine, details: wrong })
    expect(bad.status).toBe(200)
    expect(bad.body).toMatchObject({
      valid: false,
      message: expect.any(String),
      errors: { password: expect.any(String) },
    })
    const masked = { ...details(), password: mask }
    const sentBack = await admin.post('/api/database/validate', { engine, details: masked })
    expect(sentBack.body).toMatchObject({ valid: false, errors: { password: expect.anything() } })
  })

  test('says that it is well, and what is wrong when it is not', async () => {
    const id = await admin.connect(customerOf(engine))
    expect(await admin.get(`/api/database/${id}/healthcheck`)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    const gone = await customerOf(engine).another()
    const lost = await admin.connect(gone)
    await gone.close()
    expect(await admin.get(`/api/database/${lost}/healthcheck`)).toMatchObject({
      status: 200,
      body: { status: 'error', message: expect.stringMatching(/database/) },
    })
  })

  test('is well, with a warning, when its user may administer the server', async () => {
    const { user, password } = customerOf(engine).administrator
    const powerful = await admin.post('/api/database', body({ user, password }))
    expect(await admin.get(`/api/database/${powerful.body.id}/healthcheck`)).toMatchObject({
      status: 200,
      body: { status: 'ok', message: expect.stringMatching(/an ordinary (role|user)/) },
    })
  })

  describe('that is changed', () => {
    let id: number
    const change = (to: object) => admin.put(`/api/database/${id}`, to)
    const works = async () => {
      const { status, data } = await admin.ask(id, 'select 1')
      expect({ status, rows: data.rows }).toEqual({ status: 'completed', rows: [[1]] })
    }

    beforeAll(async () => {
      id = await admin.connect(customerOf(engine))
    })

    test('keeps what is not named', async () => {
      const before = (await admin.get(`/api/database/${id}`)).body
      const { status, body: after } = await change({ name: '  Renamed ' })
      expect(status).toBe(200)
      expect(after).toMatchObject({
        name: 'Renamed',
        details: before.details,
        schedules: before.schedules,
        is_full_sync: true,
      })
      await works()
    })

    test('takes null for no change', async () => {
      const none = { name: null, details: null, is_full_sync: null, schedules: null, engine: null }
      expect(await change(none)).toMatchObject({ status: 200, body: { name: 'Renamed' } })
      await works()
    })

    test('keeps its secret when the mask comes back', async () => {
      const { details: shown } = (await admin.get(`/api/database/${id}`)).body
      const { status, body: after } = await change({ details: shown })
      expect(status).toBe(200)
      expect(after.details).toEqual(shown)
      await works()
    })

    test.each([
      ['host', { host: 'localhost' }],
      ['port', { port: 1 }],
      ['user', { user: 'somebody_else' }],
      ['ssl', { ssl: true }],
    ])('needs its secret again for another %s', async (_, elsewhere) => {
      for (const password of [mask, undefined]) {
        const { status, body: error } = await change({ details: { ...elsewhere, password } })
        expect(status).toBe(400)
        expect(error.errors).toEqual({ password: expect.stringMatching(/required again/) })
      }
      await works()
    })

    test('moves with its secret', async () => {
      const other = await customerOf(engine).another()
      await other.run('create table moved (n int)')
      const { status, body: after } = await change({ details: other.details })
      expect(status).toBe(200)
      expect(after.details.dbname).toBe(other.details.dbname)
      await admin.synced(id)
      expect((await admin.ask(id, 'select * from moved')).status).toBe('completed')
      await change({ details: details() })
      await other.close()
    })

    test('stays as it is when the new details do not work', async () => {
      const wrong = await change({ name: 'Broken', details: { password: 'not this one' } })
      expect(wrong).toMatchObject({
        status: 400,
        body: { errors: { password: expect.anything() } },
      })
      expect((await admin.get(`/api/database/${id}`)).body.name).toBe('Renamed')
      await works()
    })

    test('does not become another engine', async () => {
      const other = engine === 'mysql' ? 'postgres' : 'mysql'
      expect(await change({ engine: other })).toMatchObject({
        status: 400,
        body: { errors: { engine: expect.any(String) } },
      })
      expect((await change({ engine })).status).toBe(200)
    })
  })

  test('once deleted is gone everywhere, and so is its secret', async () => {
    const customer = customerOf(engine)
    const id = await admin.connect(customer)
    await admin.synced(id)
    const { tables } = (await admin.get(`/api/database/${id}/metadata`)).body
    const [{ id: tableId, fields }] = tables
    const secretsBefore = await secretCount()
    expect(await admin.delete(`/api/database/${id}`)).toMatchObject({ status: 204, body: '' })
    expect(await secretCount()).toBe(secretsBefore - 1)

    const read = ['', '/schemas', '/metadata', '/fields', '/idfields', '/healthcheck']
    for (const path of [...read, '/autocomplete_suggestions?query=o', '/schema/x'])
      expect((await admin.get(`/api/database/${id}${path}`)).status).toBe(404)
    for (const path of ['/sync_schema', '/rescan_values', '/discard_values'])
      expect((await admin.post(`/api/database/${id}${path}`)).status).toBe(404)
    expect((await admin.put(`/api/database/${id}`, { name: 'Back' })).status).toBe(404)
    expect((await admin.delete(`/api/database/${id}`)).status).toBe(404)
    const query = { database: id, type: 'native', native: { query: 'select 1' } }
    expect((await admin.post('/api/dataset', query)).status).toBe(404)
    expect((await admin.post('/api/dataset/csv', { query })).status).toBe(404)
    expect((await admin.post('/api/dataset/query_metadata', { database: id })).status).toBe(404)
    for (const path of [
      `table/${tableId}`,
      `field/${fields[0].id}`,
      `field/${fields[0].id}/values`,
    ])
      expect((await admin.get(`/api/${path}`)).status).toBe(404)
    expect(await admin.connect(customer)).toBeGreaterThan(id)
  })
})

test('a connection over which the first question fails is refused', async () => {
  const customer = await customerOf('postgres').another()
  const name = 'pg_catalog.pg_has_role(name, oid, text)'
  await customer.run('reset role', `revoke execute on function ${name} from public`)
  const { engine, details } = customer
  const created = await admin.post('/api/database', { name: 'x', engine, details })
  expect(created).toMatchObject({ status: 400, body: { errors: { details: expect.any(String) } } })
  const validated = await admin.post('/api/database/validate', { engine, details })
  expect(validated).toMatchObject({ status: 200, body: { valid: false } })
  await customer.close()
})

const secretCount = async (): Promise<number> => {
  const { rows } = await app.storage.pool.query('select count(*)::int as n from side.vault')
  return rows[0].n
}

test('only admins manage databases', async () => {
  const user = await asNewUser(app, admin)
  const { data } = (await admin.get('/api/database')).body
  const { id } = data[0]
  for (const path of ['', '/schemas', '/metadata', '/fields', '/idfields', '/healthcheck'])
    expect((await user.get(`/api/database/${id}${path}`)).status).toBe(403)
  expect((await user.get('/api/database')).status).toBe(403)
  expect((await user.get(`/api/database/${id}/schema/public`)).status).toBe(403)
  expect((await user.get(`/api/database/${id}/autocomplete_suggestions?query=o`)).status).toBe(403)
  for (const path of ['', '/validate', '/sample_database'])
    expect((await user.post(`/api/database${path}`, {})).status).toBe(403)
  for (const path of ['sync_schema', 'rescan_values', 'discard_values'])
    expect((await user.post(`/api/database/${id}/${path}`)).status).toBe(403)
  expect((await user.put(`/api/database/${id}`, {})).status).toBe(403)
  expect((await user.delete(`/api/database/${id}`)).status).toBe(403)
})
