import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { createSchema, mainSchema, ordersSchema } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop())

type Named = { id: number; name: string; schema: string; fields: Named[] }

describe.each(['postgres', 'mysql'] as const)('the metadata of a %s database', (engine) => {
  const main = mainSchema[engine]
  const orders = ordersSchema[engine]
  let customer: Customer
  let id: number
  const get = async (path: string) => (await admin.get(`/api/database/${id}${path}`)).body
  const names = (things: readonly Named[]) => things.map(({ name }) => name)

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    await customer.run(
      'create table documents (body json, a_b int, axb int, "50%" int)'.replace(
        /"/g,
        engine === 'mysql' ? '`' : '"',
      ),
    )
    id = await admin.connect(customer)
    await admin.synced(id)
  }, 60_000)

  afterAll(() => customer?.close())

  test('lists its schemas and the tables of each', async () => {
    expect(await get('/schemas')).toEqual(engine === 'mysql' ? [''] : ['public', 'sales'])
    expect(names(await get(`/schema/${orders}`))).toEqual(
      expect.arrayContaining(['big_orders', 'orders']),
    )
    expect((await admin.get(`/api/database/${id}/schema/absent`)).status).toBe(404)
  })

  test('holds tables with their fields, and all fields in one list', async () => {
    const { tables, fields, ...database } = await get('/metadata')
    expect(database).toMatchObject({ id, engine, details: { password: '**redacted**' } })
    expect(fields).toEqual(tables.flatMap((table: Named) => table.fields))
    expect(names(tables)).toEqual(expect.arrayContaining(['people', 'orders', 'big_orders']))
    expect(tables[0]).toMatchObject({ db_id: id, active: true, segments: [], metrics: [] })
    expect(fields[0]).toMatchObject({
      table_id: tables[0].id,
      display_name: expect.any(String),
      base_type: expect.stringMatching(/^type\//),
      effective_type: expect.stringMatching(/^type\//),
      has_field_values: expect.stringMatching(/^(list|search|none)$/),
    })
  })

  test('is narrowed by table and by schema', async () => {
    const people = (await get('/metadata?table=people')).tables
    expect(names(people)).toEqual(['people'])
    expect(names((await get(`/metadata?table=${people[0].id}`)).tables)).toEqual(['people'])
    const ofOrders = (await get(`/metadata?schema=${orders}&table=orders`)).tables
    expect(names(ofOrders)).toEqual(['orders'])
    expect((await get('/metadata?schema=absent')).tables).toEqual([])
    expect((await get('/metadata?table=peopl%25')).tables).toEqual([])
    const bare = await get('/metadata?skip_fields=true&include_hidden=true')
    expect(bare.fields).toEqual([])
    expect(bare.tables.length).toBeGreaterThan(3)
    expect((await admin.get(`/api/database/${id}/metadata?skip_fields=1`)).status).toBe(400)
  })

  test('is included in the database where asked for', async () => {
    expect(await get('')).not.toHaveProperty('tables')
    const withTables = await get('?include=tables')
    expect(withTables.tables[0]).not.toHaveProperty('fields')
    expect((await get('?include=tables.fields')).tables[0].fields[0].name).toEqual(
      expect.anything(),
    )
    expect((await admin.get(`/api/database/${id}?include=everything`)).status).toBe(400)
    const { data } = (await admin.get('/api/database?include=tables')).body
    const listed = data.find((database: Named) => database.id === id)
    expect(listed.tables).toHaveLength(withTables.tables.length)
  })

  test('lists fields, and those that are keys', async () => {
    expect(await get('/fields')).toContainEqual({
      id: expect.any(Number),
      name: 'person_id',
      display_name: 'Person ID',
      base_type: 'type/Integer',
      semantic_type: 'type/FK',
      table_name: 'orders',
      schema: orders,
    })
    const keys = await get('/idfields')
    expect(new Set(keys.map((key: { semantic_type: string }) => key.semantic_type))).toEqual(
      new Set(['type/PK']),
    )
    expect(keys).toContainEqual(
      expect.objectContaining({
        name: 'id',
        semantic_type: 'type/PK',
        table: expect.objectContaining({ name: 'people', schema: main }),
      }),
    )
  })

  describe('completes SQL', () => {
    const suggest = (typed: string) =>
      get(`/autocomplete_suggestions?query=${encodeURIComponent(typed)}`)

    test('with tables, columns and keywords, in any case', async () => {
      expect(await suggest('PEO')).toEqual([['people', 'Table']])
      expect(await suggest('select * from peo')).toEqual([['people', 'Table']])
      expect(await suggest('person')).toEqual([['person_id', 'orders type/Integer type/FK']])
      expect(await suggest('grou')).toEqual([['GROUP BY', 'Keyword']])
      expect(await suggest('sel')).toContainEqual(['SELECT', 'Keyword'])
      expect(await suggest('or')).toEqual([
        ['orders', 'Table'],
        ['OR', 'Keyword'],
        ['ORDER BY', 'Keyword'],
      ])
    })

    test.each(['sum(tot', 'p.tot', 'a,tot', 'x=tot', '"tot', '`tot'])(
      'at the end of %s',
      async (typed) => {
        expect(await suggest(typed)).toContainEqual(['total', 'orders type/Decimal'])
      },
    )

    test('taking what is typed as it stands', async () => {
      for (const typed of ['%', '_', 'p%', 'peopl_', '.*', '\\', ' ', '(']) {
        expect(await suggest(typed)).toEqual([])
      }
      expect(await suggest('a_')).toEqual([['a_b', 'documents type/Integer']])
      expect(await suggest('50%')).toEqual([['50%', 'documents type/Integer']])
    })

    test('only when something is asked', async () => {
      for (const query of ['', '?query=', `?query=${'x'.repeat(255)}`, '?prefix=x'])
        expect(
          (await admin.get(`/api/database/${id}/autocomplete_suggestions${query}`)).status,
        ).toBe(400)
    })
  })

  test('is there for queries on a table', async () => {
    const people = (await get('/metadata?table=people')).tables[0]
    const sales = (await get('/metadata?table=orders')).tables[0]
    const answer = await admin.get(`/api/table/${people.id}/query_metadata`)
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'people', db: { id, engine, name: expect.any(String) } },
    })
    expect(answer.body.fields).toEqual(people.fields)
    expect(JSON.stringify(answer.body)).not.toContain(customer.details.host)
    expect((await admin.get(`/api/table/${people.id}`)).body).toMatchObject({
      name: 'people',
      pk_field: people.fields[0].id,
      db: { id },
    })
    expect((await admin.get(`/api/table/${people.id}/fks`)).body).toMatchObject([
      {
        relationship: 'Mt1',
        origin: { name: 'person_id', table: { name: 'orders' } },
        origin_id: sales.fields[1].id,
        destination: { name: 'id', table: { name: 'people' } },
        destination_id: people.fields[0].id,
      },
    ])
    expect((await admin.get(`/api/table/${sales.id}/fks`)).body).toEqual([])
    expect((await admin.get('/api/table')).body).toContainEqual(
      expect.objectContaining({ id: people.id, db: expect.objectContaining({ id }) }),
    )
  })

  test('tells one field, and counts it in the database', async () => {
    const { fields } = await get('/fields').then(() => get('/metadata?table=orders'))
    const [, personId, total] = fields
    expect((await admin.get(`/api/field/${personId.id}`)).body).toMatchObject({
      name: 'person_id',
      table: { name: 'orders' },
      target: { name: 'id' },
    })
    expect((await admin.get(`/api/field/${personId.id}/summary`)).body).toEqual([
      ['count', 300],
      ['distincts', 30],
    ])
    expect((await admin.get(`/api/field/${total.id}/summary`)).body).toEqual([
      ['count', 300],
      ['distincts', 300],
    ])
  })

  test('has no count where the type has no distinct values, and says so', async () => {
    const [body] = (await get('/metadata?table=documents')).fields
    const { status, body: answer } = await admin.get(`/api/field/${body.id}/summary`)
    if (engine === 'mysql')
      expect(answer).toEqual([
        ['count', 0],
        ['distincts', 0],
      ])
    else
      expect({ status, answer }).toMatchObject({
        status: 400,
        answer: { error: true, message: expect.stringMatching(/json/) },
      })
  })

  test('is nothing to people without rights on it', async () => {
    const user = await asNewUser(app, admin)
    const people = (await get('/metadata?table=people')).tables[0]
    const [field] = people.fields
    for (const path of ['', '/query_metadata', '/fks'])
      expect((await user.get(`/api/table/${people.id}${path}`)).status).toBe(403)
    for (const path of ['', '/values', '/summary'])
      expect((await user.get(`/api/field/${field.id}${path}`)).status).toBe(403)
    const { body: refused } = await user.get(`/api/table/${people.id}`)
    expect(JSON.stringify(refused)).not.toMatch(/people|customer/)
    expect((await user.post('/api/dataset/query_metadata', { database: id })).status).toBe(403)
    const tables = (await user.get('/api/table')).body
    expect(tables.length).toBeGreaterThan(0)
    expect(tables.every((table: { db: { is_sample: boolean } }) => table.db.is_sample)).toBe(true)
  })
})

test('everybody may look at the sample database', async () => {
  const user = await asNewUser(app, admin)
  const tables: Named[] = (await user.get('/api/table')).body
  const orders = tables.find(({ name }) => name === 'orders')
  const about = (await user.get(`/api/table/${orders?.id}/query_metadata`)).body
  expect(about.fields).toContainEqual(expect.objectContaining({ semantic_type: 'type/FK' }))
  expect(about.db).not.toHaveProperty('details')
  const asked = await user.post('/api/dataset/query_metadata', { database: about.db_id })
  expect(asked.status).toBe(200)
  expect(asked.body.databases).toEqual([about.db])
  expect(asked.body.tables.map(({ id }: Named) => id).sort()).toEqual(
    tables.map(({ id }) => id).sort(),
  )
  expect(asked.body.fks.length).toBeGreaterThan(0)
  const field = about.fields[0].id
  for (const path of ['', '/values', '/summary'])
    expect((await user.get(`/api/field/${field}${path}`)).status).toBe(200)
})

test.each(['table/2147483647', 'field/2147483647', 'field/2147483647/values'])(
  '%s does not exist',
  async (path) => {
    expect((await admin.get(`/api/${path}`)).status).toBe(404)
  },
)
