import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { unzip } from '../query-service/engine/export/open-workbook.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { series } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { mostHeldDuring } from '../support/live-memory.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop(), 30_000)

const megabytes = 1024 * 1024
const formats = ['csv', 'xlsx', 'json'] as const
/** Begun before their query has ended; a workbook is put together first. */
const streamed = ['csv', 'json'] as const

describe.each(['postgres', 'mysql'] as const)('a large export from %s', (engine) => {
  let customer: Customer
  let id: number

  beforeAll(async () => {
    customer = await openCustomer(engine)
    id = await admin.connect(customer)
    await admin.synced(id)
  }, 60_000)

  afterAll(() => customer?.close())

  /** Rows wide enough that a file of a few thousand fills every buffer on its way. */
  const wide = (rows: number) => {
    const random = { postgres: 'md5(n::text)', mysql: 'md5(n)' }[engine]
    const columns = Array.from({ length: 10 }, (_, at) => `concat(${random}, ${at}) as c${at}`)
    return `select n, ${columns.join(', ')} from (${series[engine](rows)}) numbers`
  }

  const send = (format: string, sql: string, signal: AbortSignal | null = null) =>
    fetch(`${app.url}/api/dataset/${format}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Session': admin.token },
      body: JSON.stringify({ query: { database: id, type: 'native', native: { query: sql } } }),
      signal,
    })

  const start = async (format: string, sql: string, signal: AbortSignal | null = null) => {
    const response = await send(format, sql, signal)
    if (!response.body) throw new Error('no body')
    return { response, reader: response.body.getReader() }
  }

  const drain = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    let bytes = 0
    for (let next = await reader.read(); !next.done; next = await reader.read())
      bytes += next.value.length
    return bytes
  }

  test.each(streamed)(
    'to %s is cut when its database goes away',
    async (format) => {
      const { response, reader } = await start(format, wide(400_000))
      expect(response.status).toBe(200)
      await reader.read()
      await customer.killSessions()
      await expect(drain(reader)).rejects.toThrow()
      expect((await admin.ask(id, 'select 1')).status).toBe('completed')
    },
    30_000,
  )

  const underWay = () =>
    until(
      () => customer.running(),
      (n) => n > 0,
      10_000,
    )

  test('to xlsx is told as failed when its database goes away', async () => {
    const answer = send('xlsx', wide(400_000))
    await underWay()
    await customer.killSessions()
    const response = await answer
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(await response.json()).toMatchObject({ status: 'failed', row_count: 0 })
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
  }, 30_000)

  test('to xlsx ends with whoever asked for it', async () => {
    const leaving = new AbortController()
    const answer = send('xlsx', wide(400_000), leaving.signal)
    await underWay()
    const logged = app.logLines.length
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await until(
      () => customer.running(),
      (n) => n === 0,
      2_000,
    )
    expect((await admin.ask(id, 'select 1')).status).toBe('completed')
    expect(app.logLines.slice(logged).filter(({ level }) => Number(level) >= 50)).toEqual([])
  }, 30_000)

  test.each(streamed)(
    'to %s ends with its reader',
    async (format) => {
      const leaving = new AbortController()
      const { reader } = await start(format, wide(400_000), leaving.signal)
      await reader.read()
      const logged = app.logLines.length
      leaving.abort()
      await until(
        () => customer.running(),
        (n) => n === 0,
        2_000,
      )
      expect((await admin.ask(id, 'select 1')).status).toBe('completed')
      expect(app.logLines.slice(logged).filter(({ level }) => Number(level) >= 50)).toEqual([])
    },
    30_000,
  )

  test('waits for a reader who takes his time', async () => {
    const { reader } = await start('csv', wide(400_000))
    await reader.read()
    const { held } = await mostHeldDuring(
      () => new Promise((resolve) => setTimeout(resolve, 2_000)),
    )
    expect(held).toBeLessThan(60 * megabytes)
    await reader.cancel()
    await until(
      () => customer.running(),
      (n) => n === 0,
      2_000,
    )
  }, 30_000)

  test.each(formats)(
    'to %s holds little of it at a time',
    async (format) => {
      const { result, held, looked } = await mostHeldDuring(async () =>
        drain((await start(format, wide(300_000))).reader),
      )
      expect(result).toBeGreaterThan(15 * megabytes)
      expect(looked).toBeGreaterThan(0)
      expect(held).toBeLessThan(60 * megabytes)
    },
    120_000,
  )
})

describe('an export to xlsx', () => {
  let customer: Customer
  let id: number

  beforeAll(async () => {
    customer = await openCustomer('postgres')
    id = await admin.connect(customer)
    await admin.synced(id)
  }, 60_000)

  afterAll(() => customer?.close())

  const send = (sql: string) =>
    fetch(`${app.url}/api/dataset/xlsx`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Session': admin.token },
      body: JSON.stringify({ query: { database: id, type: 'native', native: { query: sql } } }),
    })

  test('that fails before its first byte is told as a failed query', async () => {
    const response = await send('select 1/(2500 - n) as q from generate_series(1, 5000) n')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(await response.json()).toMatchObject({
      status: 'failed',
      error_type: 'db',
      state: '22012',
    })
  })

  test('with more columns than a sheet holds is refused, naming the cap', async () => {
    // A query cannot have so many: Postgres stops at 1 664, and says so.
    const columns = Array.from({ length: 1_665 }, (_, n) => n).join(', ')
    expect(await (await send(`select ${columns}`)).json()).toMatchObject({ status: 'failed' })
  })

  test('with more rows than a sheet holds is refused, naming the cap', async () => {
    const response = await send('select n from generate_series(1, 1048577) n')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'validation',
      message: expect.stringContaining('1048575'),
    })
  }, 60_000)

  test('with as many rows as a sheet holds is whole', async () => {
    const response = await send('select n from generate_series(1, 1048575) n')
    const sheet = unzip(Buffer.from(await response.arrayBuffer())).get('xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<v>1048575</v>')
  }, 60_000)
})
