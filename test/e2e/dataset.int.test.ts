import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createSchema, ordersName } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop())

type Named = { id: number; name: string }

describe.each(['postgres', 'mysql'] as const)('a query on a %s database', (engine) => {
  let customer: Customer
  let id: number
  let orders: number
  let fields: Record<string, number>

  const run = (query: object, more: object = {}) =>
    admin.post('/api/dataset', { database: id, type: 'query', query, ...more })
  const field = (name: string, options: object | null = null) => ['field', fields[name], options]

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    id = await admin.connect(customer)
    await admin.synced(id)
    const { tables } = (await admin.get(`/api/database/${id}/metadata?table=orders`)).body
    orders = tables[0].id
    fields = Object.fromEntries(tables[0].fields.map((it: Named) => [it.name, it.id]))
  }, 60_000)

  afterAll(() => customer?.close())

  test('of SQL answers the whole envelope', async () => {
    const query = {
      database: id,
      type: 'native',
      native: { query: 'select 1 as one, null as nothing', template_tags: {} },
      parameters: [],
      middleware: { unknown: true },
    }
    const { status, body } = await admin.post('/api/dataset', query)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'completed',
      row_count: 1,
      running_time: expect.any(Number),
      database: id,
      database_id: id,
      context: 'ad-hoc',
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      json_query: { database: id, type: 'native', native: { query: query.native.query } },
      cached: null,
      data: {
        rows: [[1, null]],
        cols: [
          {
            name: 'one',
            display_name: 'one',
            base_type: 'type/Integer',
            effective_type: 'type/Integer',
            semantic_type: null,
            source: 'native',
            field_ref: ['field', 'one', { 'base-type': 'type/Integer' }],
          },
          { name: 'nothing' },
        ],
        native_form: { query: query.native.query, params: null },
        results_timezone: expect.any(String),
        results_metadata: { columns: [{ name: 'one' }, { name: 'nothing' }] },
        insights: null,
      },
    })
    expect(body.data).not.toHaveProperty('rows_truncated')
    expect(body).not.toHaveProperty('error')
  })

  test('of structure answers rows, columns and the SQL it became', async () => {
    const { status, body } = await run({
      'source-table': orders,
      aggregation: [['count'], ['sum', field('total')]],
      breakout: [field('status')],
      filter: ['<=', field('id'), 10],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'completed',
      data: {
        rows: [
          ['done', 5, 37.5],
          ['open', 5, 45],
        ],
        cols: [
          {
            name: 'status',
            display_name: 'Status',
            id: fields.status,
            table_id: orders,
            source: 'breakout',
            semantic_type: 'type/Category',
            field_ref: ['field', fields.status, null],
          },
          {
            name: 'count',
            display_name: 'Count',
            base_type: 'type/BigInteger',
            source: 'aggregation',
            field_ref: ['aggregation', 0],
          },
          { name: 'sum', display_name: 'Sum of Total', field_ref: ['aggregation', 1] },
        ],
        native_form: { query: expect.stringMatching(/select/i) },
      },
    })
  })

  test('groups by what is true and what is false', async () => {
    const { body } = await run({
      'source-table': orders,
      aggregation: [['count']],
      breakout: [field('paid')],
    })
    expect(body.data.rows).toEqual([
      [false, 150],
      [true, 150],
    ])
    expect(body.data.cols[0].base_type).toBe('type/Boolean')
  })

  test('brings all columns of its table where none are named', async () => {
    const { body } = await run({
      'source-table': orders,
      limit: 2,
      'order-by': [['asc', field('id')]],
    })
    expect(body.data.cols.map(({ name }: Named) => name)).toEqual([
      'id',
      'person_id',
      'total',
      'status',
      'paid',
    ])
    expect(body.data.rows).toEqual([
      [1, 2, 1.5, 'done', true],
      [2, 3, 3, 'open', false],
    ])
    expect(body.data.cols[1]).toMatchObject({
      semantic_type: 'type/FK',
      fk_target_field_id: expect.any(Number),
      source: 'fields',
    })
  })

  test('that fails is an answer with its reason', async () => {
    const { status, body } = await admin.post('/api/dataset', {
      database: id,
      type: 'native',
      native: { query: 'select * from no_such_table' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/no_such_table/),
      error_type: 'db',
      state: engine === 'postgres' ? '42P01' : '42S02',
      row_count: 0,
      data: { rows: [], cols: [] },
      database: id,
      json_query: { native: { query: 'select * from no_such_table' } },
    })
  })

  test('keeps big integers exact', async () => {
    const { data } = await admin.ask(
      id,
      'select 9007199254740991 as fits, 9007199254740993 as big, -9007199254740993 as low',
    )
    expect(data.rows).toEqual([[9007199254740991, '9007199254740993', '-9007199254740993']])
  })

  test('tells times in the zone of its database', async () => {
    const sql = {
      postgres: `select date '2026-07-01', timestamp '2026-07-01 12:00:00.5',
        timestamptz '2026-07-01 12:00:00+00', time '08:30'`,
      mysql: `select date '2026-07-01', timestamp '2026-07-01 12:00:00.5',
        timestamp '2026-07-01 12:00:00', time '08:30'`,
    }
    const { data } = await admin.ask(id, sql[engine])
    expect(data.rows).toEqual([
      ['2026-07-01T00:00:00Z', '2026-07-01T12:00:00.5Z', '2026-07-01T12:00:00Z', '08:30:00Z'],
    ])
  })

  test('gives every column a name of its own', async () => {
    const quote = engine === 'mysql' ? '`' : '"'
    const names = ['__proto__', 'constructor', 'toString', 'a', 'a', 'a_2', '']
    const list = names.map((name, n) => `${n} as ${quote}${name}${quote}`).slice(0, 6)
    const { data, status } = await admin.ask(id, `select ${list.join(', ')}`)
    expect(status).toBe('completed')
    expect(data.rows).toEqual([[0, 1, 2, 3, 4, 5]])
    expect(data.cols.map(({ name }: Named) => name)).toEqual([
      '__proto__',
      'constructor',
      'toString',
      'a',
      'a_2',
      'a_2_2',
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('is never answered as if its parameters were not there', async () => {
    const target = ['dimension', field('status')]
    const parameter = { id: 'p', type: 'string/=', target }
    const query = { 'source-table': orders, aggregation: ['count'] }
    const all = (await run(query)).body.data.rows[0][0]
    const open = await run(query, { parameters: [{ ...parameter, value: ['open'] }] })
    expect([open.status, open.body.data.rows]).toEqual([200, [[all / 2]]])
    for (const value of [null, undefined])
      expect((await run(query, { parameters: [{ ...parameter, value }] })).body.data.rows).toEqual([
        [all],
      ])
    const aimless = await run(query, { parameters: [{ id: 'p', value: 1 }] })
    expect(aimless).toMatchObject({
      status: 400,
      body: { errors: { 'parameters[0].target': expect.any(String) } },
    })
  })

  test('is never answered from a cache', async () => {
    const sql = engine === 'mysql' ? 'select uuid()' : 'select gen_random_uuid()'
    const first = await admin.ask(id, sql)
    const second = await admin.ask(id, sql)
    expect(first.data.rows).not.toEqual(second.data.rows)
    const before = (await admin.ask(id, `select count(*) from ${ordersName[engine]}`)).data.rows
    await customer.run(
      `insert into ${ordersName[engine]} values (1001, 1, 1, 'open', ${engine === 'mysql' ? '1' : 'true'})`,
    )
    const after = (await admin.ask(id, `select count(*) from ${ordersName[engine]}`)).data.rows
    expect(after[0][0]).toBe(before[0][0] + 1)
    await customer.run(`delete from ${ordersName[engine]} where id = 1001`)
  })

  test('shows the SQL it would become, on lines or on one', async () => {
    const query = { 'source-table': orders, filter: ['=', field('status'), "o'pen"] }
    const shown = await admin.post('/api/dataset/native', { database: id, type: 'query', query })
    expect(shown).toMatchObject({ status: 200, body: { params: null } })
    expect(shown.body.query).toMatch(/\n/)
    const flat = await admin.post('/api/dataset/native', {
      database: id,
      type: 'query',
      query,
      pretty: false,
    })
    expect(flat.body.query).not.toMatch(/\n/)
    expect(flat.body.query).toContain("'o''pen'")
    for (const { body } of [shown, flat])
      expect((await admin.ask(id, body.query)).status).toBe('completed')
    const native = { query: 'select 1' }
    expect(
      (await admin.post('/api/dataset/native', { database: id, type: 'native', native })).body,
    ).toEqual({ query: 'select 1', params: null })
  })

  test('cannot name tables and fields of another database', async () => {
    const sample = (await admin.get('/api/database')).body.data.find(
      (it: { is_sample: boolean }) => it.is_sample,
    )
    const elsewhere = await admin.post('/api/dataset', {
      database: sample.id,
      type: 'query',
      query: { 'source-table': orders },
    })
    expect(elsewhere.status).toBe(400)
    const { tables } = (await admin.get(`/api/database/${sample.id}/metadata`)).body
    const foreign = await run({
      'source-table': orders,
      filter: ['=', ['field', tables[0].fields[0].id, null], 1],
    })
    expect(foreign.status).toBe(400)
  })
})
