import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createSchema, series } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop())

type Field = { id: number; name: string; has_field_values: string }

describe.each(['postgres', 'mysql'] as const)('the field values of a %s database', (engine) => {
  let customer: Customer
  let id: number
  let fields: Record<string, Field>

  const read = async () => {
    const all: (Field & { table_name: string })[] = (
      await admin.get(`/api/database/${id}/metadata`)
    ).body.fields
    fields = Object.fromEntries(all.map((field) => [field.name, field]))
    return fields
  }
  const valuesOf = async (name: string) =>
    (await admin.get(`/api/field/${fields[name]?.id}/values`)).body
  const scanned = () =>
    until(
      () => valuesOf('city'),
      ({ values }) => values.length > 0,
    )

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    await customer.run(`update people set city = null where id = 1`)
    id = await admin.connect(customer)
    await admin.synced(id)
    await read()
  }, 60_000)

  afterAll(() => customer?.close())

  test('are read after the first sync', async () => {
    await scanned()
    expect(await valuesOf('city')).toEqual({
      field_id: fields.city?.id,
      values: [['Berlin'], ['Oslo'], ['Rome']],
      has_more_values: false,
    })
    const { paid, status } = fields
    expect((await valuesOf('paid')).values).toEqual([[false], [true]])
    expect((await valuesOf('status')).values).toEqual([['done'], ['open']])
    expect(await valuesOf('total')).toMatchObject({ values: [], has_more_values: false })
    expect([paid, status].every(Boolean)).toBe(true)
  })

  test('tell clients what they may offer', async () => {
    await until(read, ({ email }) => email?.has_field_values === 'list')
    expect(
      Object.fromEntries(Object.values(fields).map((it) => [it.name, it.has_field_values])),
    ).toMatchObject({
      city: 'list',
      email: 'list',
      paid: 'list',
      status: 'list',
      person_id: 'none',
      total: 'none',
      born: 'none',
      created_at: 'none',
    })
  })

  test('are forgotten and read again', async () => {
    const discarded = await admin.post(`/api/database/${id}/discard_values`)
    expect(discarded).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await valuesOf('city')).toMatchObject({ values: [], has_more_values: false })
    expect((await read()).city?.has_field_values).toBe('search')
    await customer.run(`update people set city = 'Aarhus' where id = 2`)
    const started = await admin.post(`/api/database/${id}/rescan_values`)
    expect(started).toMatchObject({ status: 200, body: { status: 'ok' } })
    await scanned()
    expect((await valuesOf('city')).values[0]).toEqual(['Aarhus'])
  })

  test('of a column that is no list any more are let go', async () => {
    if (engine === 'mysql') await customer.run('alter table people modify city longtext')
    await customer.run(`update people set city = repeat(concat('x', id), 10000)`)
    await admin.post(`/api/database/${id}/rescan_values`)
    await until(
      () => valuesOf('city'),
      ({ values }) => values.length === 0,
    )
    expect((await read()).city?.has_field_values).toBe('search')
  })

  test('more than a thousand are told to be more', async () => {
    await customer.run(
      'create table words (word varchar(20))',
      `insert into words select concat('w', n) from (${series[engine](1_500)}) numbers`,
    )
    await admin.post(`/api/database/${id}/sync_schema`)
    await admin.synced(id)
    await read()
    await admin.post(`/api/database/${id}/rescan_values`)
    const { values, has_more_values } = await until(
      () => valuesOf('word'),
      (it) => it.values.length > 0,
    )
    expect(values).toHaveLength(1_000)
    expect(has_more_values).toBe(true)
  })

  test('are not kept beyond their database', async () => {
    const held = async () => {
      const { rows } = await app.storage.pool.query(
        'select count(*)::int as n from side.field_values where database_id = $1',
        [id],
      )
      return rows[0].n
    }
    expect(await held()).toBeGreaterThan(0)
    await admin.post(`/api/database/${id}/rescan_values`)
    await admin.delete(`/api/database/${id}`)
    expect(await until(held, (n) => n === 0)).toBe(0)
  })
})
