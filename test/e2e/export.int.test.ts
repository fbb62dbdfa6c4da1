import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openWithExceljs, unzip } from '../query-service/engine/export/open-workbook.ts'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { createSchema, series } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { download } from '../support/download.ts'
import { isBehindNginx, startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop())

const post = (path: string, body: string, type?: string, token = admin.token) =>
  download(app, token, path, body, type)

const exported = (format: string, body: object, token?: string) =>
  post(`/api/dataset/${format}`, JSON.stringify(body), undefined, token)

const form = 'application/x-www-form-urlencoded'
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe.each(['postgres', 'mysql'] as const)('an export from %s', (engine) => {
  let customer: Customer
  let id: number
  let people: { id: number; fields: { id: number; name: string }[] }
  const native = (sql: string) => ({ database: id, type: 'native', native: { query: sql } })
  const csv = async (sql: string, more: object = {}) => {
    const { status, bytes } = await exported('csv', { query: native(sql), ...more })
    expect(status).toBe(200)
    return bytes.toString()
  }

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    id = await admin.connect(customer)
    await admin.synced(id)
    people = (await admin.get(`/api/database/${id}/metadata?table=people`)).body.tables[0]
  }, 60_000)

  afterAll(() => customer?.close())

  test.each([
    ['csv', /^text\/csv/, 'csv'],
    ['json', /^application\/json/, 'json'],
    ['xlsx', new RegExp(`^${excel}$`), 'xlsx'],
  ])('to %s is a file of its kind', async (format, type, extension) => {
    const { status, headers } = await exported(format, { query: native('select 1 as n') })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(type)
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="query_result_[\\dT.Z-]+\\.${extension}"(;|$)`),
    )
    expect(headers.get('cache-control')).toMatch(/no-store/)
    // What nginx is told it keeps to itself.
    expect(headers.get('x-accel-buffering')).toBe(isBehindNginx() ? null : 'no')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('of structure has display names for its header', async () => {
    const born = people.fields.find(({ name }) => name === 'born')?.id
    const query = {
      database: id,
      type: 'query',
      query: {
        'source-table': people.id,
        fields: people.fields.slice(0, 2).map((field) => ['field', field.id, null]),
        'order-by': [['asc', ['field', born, null]]],
        limit: 2,
      },
      constraints: { 'max-results': 1 },
    }
    const file = await exported('csv', { query })
    expect(file.bytes.toString()).toBe('ID,Name\n1,Person 1\n2,Person 2\n')
    const json = await exported('json', { query })
    expect(JSON.parse(json.bytes.toString())).toEqual([
      { ID: 1, Name: 'Person 1' },
      { ID: 2, Name: 'Person 2' },
    ])
    const { sheet } = await openWithExceljs((await exported('xlsx', { query })).bytes)
    expect(sheet.getRow(1).values).toEqual([undefined, 'ID', 'Name'])
    expect(sheet.getRow(3).values).toEqual([undefined, 2, 'Person 2'])
  })

  test('holds values as they are, and as people read them where asked', async () => {
    const sql = `select 1234567.891 as amount, date '2026-04-07' as day, null as nothing, 'a,"b"' as txt`
    expect(await csv(sql)).toBe('amount,day,nothing,txt\n1234567.891,2026-04-07,,"a,""b"""\n')
    expect(await csv(sql, { format_rows: true })).toBe(
      'amount,day,nothing,txt\n"1,234,567.89","April 7, 2026",,"a,""b"""\n',
    )
    const json = async (format_rows: boolean) =>
      JSON.parse((await exported('json', { query: native(sql), format_rows })).bytes.toString())
    expect(await json(false)).toEqual([
      { amount: 1234567.891, day: '2026-04-07', nothing: null, txt: 'a,"b"' },
    ])
    expect(await json(true)).toEqual([
      { amount: '1,234,567.89', day: 'April 7, 2026', nothing: '', txt: 'a,"b"' },
    ])
  })

  test('lets no cell become a formula', async () => {
    const cells = ['=1+1', '+1', '-1', '@x', '\t=1', '＝1', ' =1', 'plain']
    const list = cells.map((cell, n) => `select ${n} as n, '${cell}' as c`).join(' union all ')
    const lines = (await csv(`${list} order by 1`)).trimEnd().split('\n').slice(1)
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\d,"?'/)
    expect(lines.at(-1)).toBe('7,plain')
    expect(await csv('select -5 as n')).toBe('n\n-5\n')
    const { bytes } = await exported('xlsx', { query: native(list) })
    const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).not.toMatch(/<f[ >]/)
  })

  test.each(['csv', 'xlsx', 'json'])('to %s has all rows, whatever the limits', async (format) => {
    const query = { ...native(series[engine](5_000)), constraints: { 'max-results': 10 } }
    const { bytes } = await exported(format, { query })
    const rows = {
      csv: () => bytes.toString().trimEnd().split('\n').length - 1,
      json: () => JSON.parse(bytes.toString()).length,
      xlsx: () => (unzip(bytes).get('xl/worksheets/sheet1.xml')?.match(/<row /g)?.length ?? 0) - 1,
    }[format]
    expect(rows?.()).toBe(5_000)
  })

  test('of nothing still has its header', async () => {
    const none = 'select 1 as n from people where id < 0'
    expect(await csv(none)).toBe('n\n')
    const { bytes } = await exported('json', { query: native(none) })
    expect(JSON.parse(bytes.toString())).toEqual([])
  })

  test('takes its query wrapped, bare, as text and from a form', async () => {
    const query = native('select 1 as n')
    const bodies: [string, string?][] = [
      [JSON.stringify({ query })],
      [JSON.stringify({ query: JSON.stringify(query) })],
      [JSON.stringify(query)],
      [JSON.stringify({ ...query, format_rows: true })],
      [JSON.stringify({ query, visualization_settings: {}, pivot_results: false })],
      [JSON.stringify({ query, visualization_settings: null })],
      [new URLSearchParams({ query: JSON.stringify(query) }).toString(), form],
      [
        new URLSearchParams({
          query: JSON.stringify(query),
          visualization_settings: '{}',
          format_rows: 'true',
          pivot_results: 'false',
          parameters: 'null',
          csv_include_bom: 'false',
          submit: 'Download now',
        }).toString(),
        form,
      ],
      [new URLSearchParams({ query: JSON.stringify(query), format_rows: '' }).toString(), form],
    ]
    for (const [body, type] of bodies) {
      const { status, bytes } = await post('/api/dataset/csv', body, type)
      expect({ body, status, text: bytes.toString() }).toEqual({
        body,
        status: 200,
        text: 'n\n1\n',
      })
    }
  })

  test.each([
    ['format_rows', 'true'],
    ['format_rows', 1],
    ['format_rows', null],
    ['pivot_results', 'false'],
    ['pivot_results', 0],
    ['pivot_results', null],
    ['csv_include_bom', 'true'],
    ['csv_include_bom', null],
    ['visualization_settings', 'text'],
    ['visualization_settings', []],
    ['query', 'not json'],
    ['query', null],
    ['query', []],
  ])('refuses %s %j', async (key, value) => {
    const body = { query: native('select 1'), [key]: value }
    const { status, bytes } = await exported('csv', body)
    expect(status).toBe(400)
    expect(Object.keys(JSON.parse(bytes.toString()).errors)[0]).toMatch(new RegExp(`^${key}`))
  })

  test.each([
    'query=not json',
    'format_rows=true',
    'query={}&query={}',
    `query=${'['.repeat(101)}${']'.repeat(101)}`,
    'query=%5B%22%5Cu0000%22%5D',
    'query={}&format_rows=yes',
    'query={}&format_rows=1',
  ])('refuses the form %j', async (body) => {
    expect((await post('/api/dataset/csv', body, form)).status).toBe(400)
  })

  test.each(['pdf', 'CSV', 'xls', '..%2fcsv', '%20csv'])('to %s does not exist', async (format) => {
    const { status, bytes } = await exported(format, { query: native('select 1') })
    expect(status).toBe(404)
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'not-found' })
    expect((await fetch(`${app.url}/api/dataset/${format}`)).status).toBe(404)
  })

  test.each(['csv', 'xlsx', 'json'])(
    'to %s that fails is told as JSON, not as a file',
    async (format) => {
      const late = {
        postgres: 'select 1/(5 - n) from generate_series(1, 10) n',
        mysql: 'select * from no_such',
      }
      for (const sql of ['select nonsense', late[engine]]) {
        const { status, headers, bytes } = await exported(format, { query: native(sql) })
        expect(status).toBe(200)
        expect(headers.get('content-type')).toMatch(/^application\/json/)
        expect(headers.get('content-disposition')).toBeNull()
        expect(JSON.parse(bytes.toString())).toMatchObject({
          status: 'failed',
          error_type: 'db',
          context: `${format}-download`,
          data: { rows: [], cols: [] },
        })
      }
    },
  )

  test('shows columns as its settings say', async () => {
    const field = (name: string) => [
      'field',
      people.fields.find((it) => it.name === name)?.id,
      null,
    ]
    const query = {
      database: id,
      type: 'query',
      query: {
        'source-table': people.id,
        fields: ['id', 'name', 'born'].map(field),
        'order-by': [['asc', field('id')]],
        limit: 1,
      },
    }
    const visualization_settings = {
      'table.columns': [
        { name: 'born', fieldRef: field('born'), enabled: true },
        { fieldRef: field('id'), enabled: true },
        { name: 'name', enabled: false },
      ],
      column_settings: {
        '["name","born"]': { column_title: 'Birthday', date_style: 'D.M.YYYY' },
        [JSON.stringify(['ref', field('id')])]: { number_style: 'currency', currency: 'EUR' },
        '["name","id"]': { scale: {}, suffix: 7, show_mini_bar: true, unheard_of: [[]] },
      },
    }
    const body = { query, visualization_settings, format_rows: true }
    const text = async (format: string, more: object = {}) =>
      (await exported(format, { ...body, ...more })).bytes.toString()
    const titled = 'Birthday,ID (€)\n2.1.1990,1.00\n'
    expect(await text('csv', { csv_include_bom: true })).toBe(`\ufeff${titled}`)
    expect(await text('csv', { format_rows: false })).toBe('Born,ID (€)\n1990-01-02,1\n')
    expect(JSON.parse(await text('json'))).toEqual([{ Birthday: '2.1.1990', 'ID (€)': '1.00' }])
    const { sheet } = await openWithExceljs((await exported('xlsx', body)).bytes)
    expect(sheet.getRow(2).values).toEqual([undefined, new Date('1990-01-02'), 1])
    expect(['A2', 'B2'].map((cell) => sheet.getCell(cell).numFmt)).toEqual(['d.m.yyyy', '0.00'])
    const others = { 'table.columns': [{ name: 'gone', enabled: true }] }
    expect(await text('csv', { visualization_settings: others })).toMatch(/^ID,Name,Born\n/)

    const card = { name: '=Größe: "all"', display: 'table', dataset_query: query }
    const saved = await admin.post('/api/card', { ...card, visualization_settings })
    const path = `/api/card/${saved.body.id}/query/csv`
    const { headers, bytes } = await post(path, 'format_rows=true&csv_include_bom=true', form)
    expect(bytes.toString()).toBe(`\ufeff${titled}`)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="gr__e_all_[\dT.Z-]+\.csv"; filename\*=UTF-8''gr%C3%B6%C3%9Fe_all_/,
    )
  })

  test('asks for the rights of its query', async () => {
    const user = await asNewUser(app, admin)
    const structured = { database: id, type: 'query', query: { 'source-table': people.id } }
    for (const format of ['csv', 'xlsx', 'json'])
      for (const query of [native('select 1'), structured])
        expect((await exported(format, { query }, user.token)).status).toBe(403)
    const sample: { id: number; db_id: number } = (await user.get('/api/table')).body[0]
    const allowed = { database: sample.db_id, type: 'query', query: { 'source-table': sample.id } }
    const forbidden = { ...native('select 1'), database: sample.db_id }
    for (const format of ['csv', 'xlsx', 'json']) {
      expect((await exported(format, { query: allowed }, user.token)).status).toBe(200)
      expect((await exported(format, { query: forbidden }, user.token)).status).toBe(403)
    }
    expect((await exported('csv', { query: native('select 1') }, 'no session')).status).toBe(401)
  })
})
