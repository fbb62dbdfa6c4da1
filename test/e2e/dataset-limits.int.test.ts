import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createSchema, series } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop())

describe.each(['postgres', 'mysql'] as const)('an answer from %s is limited', (engine) => {
  let customer: Customer
  let id: number
  let orders: number
  let idField: number

  const run = (query: object, more: object = {}) =>
    admin.post('/api/dataset', { database: id, type: 'query', query, ...more })

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    id = await admin.connect(customer)
    await admin.synced(id)
    const { tables } = (await admin.get(`/api/database/${id}/metadata?table=orders`)).body
    orders = tables[0].id
    idField = tables[0].fields[0].id
  }, 60_000)

  afterAll(() => customer?.close())

  const counted = async (rows: number, constraints?: object | null) => {
    const body = await admin.ask(id, series[engine](rows), { constraints })
    return [body.row_count, body.data.rows.length, body.data.rows_truncated]
  }

  test('of 2 000 rows for SQL, told only when they cut', async () => {
    expect(await counted(2_500)).toEqual([2_000, 2_000, 2_000])
    expect(await counted(2_001, null)).toEqual([2_000, 2_000, 2_000])
    expect(await counted(2_000)).toEqual([2_000, 2_000, undefined])
    expect(await counted(1_999)).toEqual([1_999, 1_999, undefined])
  })

  test('that a caller moves up and down, within the cap', async () => {
    expect(await counted(20, { 'max-results-bare-rows': 7 })).toEqual([7, 7, 7])
    expect(await counted(20, { 'max-results': 5 })).toEqual([5, 5, 5])
    expect(await counted(2_500, { 'max-results-bare-rows': 3_000 })).toEqual([
      2_500,
      2_500,
      undefined,
    ])
    expect(await counted(20, { 'max-results': 0 })).toEqual([0, 0, 0])
    const boundless = { 'max-results': 1_000_000_000, 'max-results-bare-rows': 1_000_000_000 }
    expect(await counted(2_500, boundless)).toEqual([2_500, 2_500, undefined])
  })

  test.each([
    { 'max-results': -1 },
    { 'max-results': '10' },
    { 'max-results': 1.5 },
    { 'max-results': 5, 'max-results-bare-rows': 6 },
    [],
  ])('and refuses %j', async (constraints) => {
    const query = { database: id, type: 'native', native: { query: 'select 1' }, constraints }
    expect((await admin.post('/api/dataset', query)).status).toBe(400)
  })

  const large = {
    postgres: `select repeat('x', 1000000) from generate_series(1, 800)`,
    mysql: `select repeat('x', 1000000) from seq_1_to_800`,
  }[engine]

  test('of 64 MiB, which is told; a file may be larger', async () => {
    const failed = await admin.ask(id, large)
    expect(failed).toMatchObject({ status: 'failed', error_type: 'driver', data: { rows: [] } })
    expect(failed.error).toContain('larger than 64 MiB')
    const text = 'x'.repeat(900_000)
    const wide = ['concat', ['field', idField, null], text]
    const query = { 'source-table': orders, expressions: { wide }, limit: 100 }
    const structured = await run({ ...query, fields: [['expression', 'wide']] })
    expect(structured.body.error).toContain('larger than 64 MiB')
    const fits = await run({ ...query, fields: [['expression', 'wide']], limit: 10 })
    expect(fits.body).toMatchObject({ status: 'completed', row_count: 10 })
    const longer = large.replace('800', '100')
    const file = await fetch(`${app.url}/api/dataset/csv`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Session': admin.token },
      body: JSON.stringify({ query: { database: id, type: 'native', native: { query: longer } } }),
    })
    let bytes = 0
    for await (const chunk of file.body ?? []) bytes += chunk.length
    expect(bytes).toBeGreaterThan(100_000_000)
  }, 60_000)

  test('when many are large at once, while small ones are answered', async () => {
    const under = large.replace('800', '50')
    const asked = Array.from({ length: 6 }, (_, n) =>
      admin.post('/api/dataset', {
        database: id,
        type: 'native',
        native: { query: n % 2 ? large : under },
      }),
    )
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
    for (const { status, body } of await Promise.all(asked)) {
      if (status === 503) expect(body.code).toBe('overloaded')
      else if (body.status === 'completed') expect(body.row_count).toBe(50)
      else expect(body.error).toContain('larger than 64 MiB')
    }
    expect(await admin.ask(id, under)).toMatchObject({ status: 'completed', row_count: 50 })
  }, 60_000)

  test('under those of the query itself', async () => {
    const limited = await run({ 'source-table': orders, limit: 3 })
    expect(limited.body.row_count).toBe(3)
    expect(limited.body.data).not.toHaveProperty('rows_truncated')
    expect((await run({ 'source-table': orders, limit: 0 })).body).toMatchObject({
      status: 'completed',
      row_count: 0,
    })
    const page = { page: 2, items: 7 }
    const second = await run({
      'source-table': orders,
      'order-by': [['asc', ['field', idField, null]]],
      page,
    })
    expect(second.body.data.rows[0][0]).toBe(8)
    const cut = await run({ 'source-table': orders }, { constraints: { 'max-results': 10 } })
    expect(cut.body).toMatchObject({ row_count: 10, data: { rows_truncated: 10 } })
  })
})

test.each([
  ['no database', { type: 'native', native: { query: 'select 1' } }, 400],
  ['null for one', { database: null, type: 'query', query: { 'source-table': 1 } }, 400],
  ['a database as text', { database: '1', type: 'native', native: { query: 'select 1' } }, 400],
  ['an unknown one', { database: 2147483647, type: 'native', native: { query: 'select 1' } }, 404],
  ['no type', { database: 1, native: { query: 'select 1' } }, 400],
  ['an unknown type', { database: 1, type: 'sql', native: { query: 'select 1' } }, 400],
  ['no SQL', { database: 1, type: 'native' }, 400],
  ['blank SQL', { database: 1, type: 'native', native: { query: '  ' } }, 400],
  ['SQL that is no text', { database: 1, type: 'native', native: { query: { $gt: '' } } }, 400],
  ['no structure', { database: 1, type: 'query' }, 400],
  ['an unknown table', { database: 1, type: 'query', query: { 'source-table': 2147483647 } }, 400],
])('a query with %s is refused before it runs', async (_, query, status) => {
  for (const path of ['', '/native']) {
    const answer = await admin.post(`/api/dataset${path}`, query)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ error: true, message: expect.any(String) })
  }
})
