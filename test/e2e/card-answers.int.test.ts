import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CardWorld, cardWorld } from '../support/card-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const named = (fields: { name: string; base_type: string }[]) =>
  fields.map(({ name, base_type }) => `${name} ${base_type}`)

describe('a saved question that runs', () => {
  test('answers like the query it holds', async () => {
    const { admin } = world
    const query = world.people({ aggregation: [['count']] })
    const id = await world.save(query)
    const { status, body } = await admin.post(`/api/card/${id}/query`, {
      parameters: [],
      ignore_cache: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', context: 'question', data: { rows: [[30]] } })
    const asked = (await admin.post('/api/dataset', query)).body
    expect(body.data).toEqual(asked.data)
    expect((await admin.post(`/api/card/${id}/query`)).body.data).toEqual(body.data)
  })

  test('that fails says so with 200', async () => {
    const id = await world.save(world.sql('select no_such_column'))
    const { status, body } = await world.admin.post(`/api/card/${id}/query`)
    expect([status, body.status, body.data.rows]).toEqual([200, 'failed', []])
  })

  test('takes values for the parameters it declares, and for no others', async () => {
    const { admin, tableId } = world
    const { fields } = (await admin.get(`/api/table/${tableId}/query_metadata`)).body
    const idOf = (name: string) => fields.find((field: { name: string }) => field.name === name).id
    const target = (name: string) => ['dimension', ['field', idOf(name), null]]
    const city = { id: 'c', name: 'City', slug: 'city', type: 'string/=', target: target('city') }
    const query = world.people({ aggregation: [['count']] })
    const id = await world.save(query, { parameters: [city] })
    expect((await admin.get(`/api/card/${id}`)).body.parameters).toEqual([city])
    const run = (parameters: unknown) => admin.post(`/api/card/${id}/query`, { parameters })
    const rows = async (parameters: unknown) => (await run(parameters)).body.data.rows
    expect(await rows([{ id: 'c', type: 'string/=', value: ['Oslo'] }])).toEqual([[10]])
    expect(await rows([{ type: 'string/=', target: target('city'), value: 'Oslo' }])).toEqual([
      [10],
    ])
    expect(await rows([{ id: 'c', target: target('name'), value: 'Oslo' }])).toEqual([[10]])
    expect(await rows([{ id: 'c', value: null }])).toEqual([[30]])
    const foreign = { type: 'string/=', target: target('name'), value: 'Person 1' }
    expectRefusal(await run([foreign]), 400, 'validation')
    expectRefusal(await run([{ ...foreign, id: 'd' }]), 400, 'validation')
  })

  test('is downloaded in each format, also by a form', async () => {
    const id = await world.save(world.people({ aggregation: [['count']] }))
    const path = `/api/card/${id}/query`
    expect((await world.admin.post(`${path}/json`)).body).toEqual([{ Count: 30 }])
    expect((await world.admin.post(`${path}/csv`, { parameters: [] })).body).toBe('Count\n30\n')
    const xlsx = await world.admin.post(`${path}/xlsx`, { parameters: '[]', format_rows: true })
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml')
    for (const form of ['parameters=null&format_rows=false', 'parameters=%5B%5D', '']) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const { token } = world.admin
      const answer = await app.call('POST', `${path}/csv`, { token, headers, body: form })
      expect([answer.status, answer.body]).toEqual([200, 'Count\n30\n'])
    }
    expectRefusal(await world.admin.post(`${path}/pdf`), 404, 'not-found')
  })

  test('tells what one may build on it', async () => {
    const id = await world.save(world.people())
    const built = await world.save(world.on(id))
    const { body } = await world.admin.get(`/api/card/${built}/query_metadata`)
    expect(body.databases).toMatchObject([{ id: world.databaseId }])
    expect(body.cards).toMatchObject([{ id }])
    expect(body.tables.length).toBeGreaterThan(0)
  })
})

describe('a saved question as a table', () => {
  test('has the columns it answers, none of them a key, and no foreign keys', async () => {
    const { admin, databaseId } = world
    const collection_id = await world.create('Shelf')
    const id = await world.save(world.people(), { collection_id, name: 'People', type: 'model' })
    const { status, body } = await admin.get(`/api/table/card__${id}/query_metadata`)
    expect(status).toBe(200)
    const { fields, ...table } = body
    expect(table).toMatchObject({
      id: `card__${id}`,
      db_id: databaseId,
      display_name: 'People',
      schema: 'Shelf',
      type: 'model',
    })
    const { result_metadata } = (await admin.get(`/api/card/${id}`)).body
    expect(named(fields)).toEqual(named(result_metadata))
    for (const field of fields) {
      expect(field.table_id).toBe(`card__${id}`)
      expect(['type/PK', 'type/FK']).not.toContain(field.semantic_type)
    }
    const [{ id: reference }] = fields
    const one = world.on(id, { fields: [reference], limit: 1 })
    expect((await admin.post('/api/dataset', one)).body).toMatchObject({ row_count: 1 })
    expect((await admin.get(`/api/table/card__${id}`)).body).toEqual(table)
    expect((await admin.get(`/api/table/card__${id}/fks`)).body).toEqual([])
  })

  test('of SQL has those it answered when it was saved, if it did', async () => {
    const { admin } = world
    const sql = await world.save(world.sql('select 1 as one, now() as moment'))
    const { body } = await admin.get(`/api/table/card__${sql}/query_metadata`)
    expect(body.schema).toBe('Everything else')
    expect(named(body.fields)).toEqual(['one type/Integer', 'moment type/DateTimeWithLocalTZ'])
    const broken = await world.save(world.sql('select no_such_column'))
    const unknown = await admin.get(`/api/table/card__${broken}/query_metadata`)
    expect(unknown.body.fields).toEqual([])
    // What clients tell of columns may make no sense.
    await admin.put(`/api/card/${sql}`, { result_metadata: [{ display_name: 'nameless' }] })
    const senseless = await admin.get(`/api/table/card__${sql}/query_metadata`)
    expect([senseless.status, senseless.body.fields]).toEqual([200, []])
  })

  test('is for whoever may read its collection, whatever their data rights', async () => {
    const { reader, stranger } = world
    const collection_id = await world.create('Open')
    await world.open(collection_id, 'read')
    const id = await world.save(world.people(), { collection_id })
    for (const part of ['', '/query_metadata', '/fks']) {
      const path = `/api/table/card__${id}${part}`
      expect((await reader.get(path)).status).toBe(200)
      expectRefusal(await stranger.get(path), 403, 'forbidden')
      expectRefusal(await reader.get(path.replace(String(id), '2000000000')), 404, 'not-found')
      expectRefusal(await reader.get(path.replace(String(id), 'x')), 400, 'validation')
    }
  })
})

describe('a query on SQL that was saved', () => {
  const ask = async (query: object) => {
    const { body } = await world.admin.post('/api/dataset', query)
    expect(body).toMatchObject({ status: 'completed' })
    return body.data
  }
  const days =
    "select n, timestamp '2026-01-30 10:00' + n * interval '1 day' as moment from generate_series(1, 3) as n"

  test('knows its columns: in joins and expressions, by month and as its metadata calls them', async () => {
    const id = await world.save(world.sql(days), { type: 'model' })
    const field = (name: 'n' | 'moment', options: object = {}) => [
      'field',
      name,
      { 'base-type': name === 'n' ? 'type/Integer' : 'type/DateTime', ...options },
    ]
    const all = await ask(world.on(id, { filter: ['>', field('n'), 1] }))
    expect(named(all.cols)).toEqual(['n type/Integer', 'moment type/DateTime'])
    expect(all.rows).toHaveLength(2)
    // A bare moment is grouped by day, as that of a table is.
    const daily = await ask(world.on(id, { aggregation: [['count']], breakout: [field('moment')] }))
    expect(daily.cols[0]).toMatchObject({ unit: 'day' })
    const monthly = {
      aggregation: [['count']],
      breakout: [field('moment', { 'temporal-unit': 'month' })],
    }
    expect((await ask(world.on(id, monthly))).rows.map(([, count]: number[]) => count)).toEqual([
      1, 2,
    ])

    const { result_metadata } = (await world.admin.get(`/api/card/${id}`)).body
    const [n, moment] = result_metadata
    const told = [{ ...n, display_name: 'Number' }, moment]
    await world.admin.put(`/api/card/${id}`, { result_metadata: told })
    const renamed = await ask(world.on(id))
    expect(renamed.cols[0]).toMatchObject({ name: 'n', display_name: 'Number' })
    const joined = world.people({
      fields: [],
      joins: [
        {
          'source-table': `card__${id}`,
          alias: 'd',
          fields: 'all',
          condition: ['=', field('n', { 'join-alias': 'd' }), field('n', { 'join-alias': 'd' })],
        },
      ],
      limit: 1,
    })
    expect(named((await ask(joined)).cols).slice(-2)).toEqual([
      'n type/Integer',
      'moment type/DateTime',
    ])
  })

  test('answers all there is where two columns have one name, and what is asked for beside them', async () => {
    const twins = await world.save(world.sql('select 1 as a, 2 as a, 3 as b'))
    expect((await world.admin.get(`/api/card/${twins}`)).body.result_metadata).toBeNull()
    expect((await ask(world.on(twins))).rows).toEqual([[1, 2, 3]])
    const one = await world.save(world.sql('select 1 as a, 2 as b'), {
      result_metadata: [{ name: 'a', base_type: 'type/Integer' }],
    })
    expect(
      (await ask(world.on(one, { fields: [['field', 'b', { 'base-type': 'type/Integer' }]] })))
        .rows,
    ).toEqual([[2]])
  })
})

describe('the series beside that of a chart', () => {
  test('are charts along the same kind of column, the newest first', async () => {
    const { admin, people, on, sql } = world
    const inside = await world.create('Charts')
    const chart = (display: string, query: ReturnType<typeof sql>, more: object = {}) =>
      world.save(query, { display, collection_id: inside, name: `${display} chart`, ...more })
    const byDay = sql("select date '2026-01-01' as day, 1 as n")
    const line = await chart('line', byDay)
    const area = await chart('area', byDay)
    const other = await chart('bar', on(line))
    await chart('bar', sql("select 'x' as name, 1 as n"))
    await chart('table', byDay)
    const figure = await chart('scalar', people({ aggregation: [['count']] }))
    const secondFigure = await chart('scalar', sql('select 1 as one'))
    await admin.put(`/api/card/${await chart('bar', byDay)}`, { archived: true })
    const series = async (id: number, query = '', who = admin) =>
      (await who.get(`/api/card/${id}/series?${query}`)).body.map((card: { id: number }) => card.id)
    expect(await series(line)).toEqual([other, area])
    expect(await series(line, 'query=AREA')).toEqual([area])
    expect(await series(line, `exclude_ids=${other}&exclude_ids=${area}`)).toEqual([])
    expect(await series(line, `last_cursor=${other}`)).toEqual([area])
    expect(await series(figure)).toEqual([secondFigure])
    await world.open(inside, 'read')
    expect(await series(line, '', world.reader)).toEqual([other, area])
    expectRefusal(await world.stranger.get(`/api/card/${line}/series`), 403, 'forbidden')
    const table = await world.save(people())
    for (const wrong of [`${table}/series`, `${line}/series?exclude_ids=x`])
      expectRefusal(await admin.get(`/api/card/${wrong}`), 400, 'validation')
  })
})

describe('the tags of SQL', () => {
  test('are the parameters of its question, for as long as they are there', async () => {
    const { admin, databaseId } = world
    const tag = (name: string, more: object = {}) => ({
      [name]: { id: `id-${name}`, name, 'display-name': `The ${name}`, type: 'text', ...more },
    })
    const sql = (tags: object, query: string) => ({
      database: databaseId,
      type: 'native',
      native: { query, 'template-tags': tags },
    })
    const city = tag('city', { default: 'Oslo' })
    const query = sql(city, 'select count(*) as c from people where city = {{city}}')
    const id = await world.save(query)
    const parametersNow = async () => (await admin.get(`/api/card/${id}`)).body.parameters
    const ofCity = {
      id: 'id-city',
      type: 'string/=',
      target: ['variable', ['template-tag', 'city']],
      name: 'The city',
      slug: 'city',
      required: false,
      default: 'Oslo',
    }
    expect(await parametersNow()).toEqual([ofCity])
    const run = async (parameters?: unknown) =>
      (await admin.post(`/api/card/${id}/query`, { parameters })).body.data.rows
    expect(await run()).toEqual([[10]])
    expect(await run([{ id: 'id-city', type: 'string/=', value: ['Nowhere'] }])).toEqual([[0]])

    const before = await admin.get(`/api/card/${id}`)
    expect((await admin.put(`/api/card/${id}`, before.body)).body).toEqual(before.body)
    const sized = sql(
      { ...city, ...tag('least', { type: 'number' }) },
      'select {{city}} as c [[where 1 > {{least}}]]',
    )
    await admin.put(`/api/card/${id}`, { dataset_query: sized })
    expect(await parametersNow()).toMatchObject([ofCity, { id: 'id-least', type: 'number/=' }])
    await admin.put(`/api/card/${id}`, { dataset_query: sql({}, 'select 1') })
    expect(await parametersNow()).toEqual([])
    for (const [query, more] of [
      [sized, { type: 'model' }],
      [sql({}, 'select 1'), { type: 'metric' }],
    ] as const) {
      const body = { name: 'x', display: 'table', visualization_settings: {}, dataset_query: query }
      const refused = await admin.post('/api/card', { ...body, ...more })
      expectRefusal(refused, 400, 'validation')
      expect(refused.body.errors).toHaveProperty('type')
    }
  })
})
