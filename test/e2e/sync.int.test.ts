import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createSchema, mainSchema, ordersName, ordersSchema } from '../support/customer-schema.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 60_000)

afterAll(() => app?.stop())

type Field = {
  id: number
  name: string
  base_type: string
  semantic_type: string | null
  fk_target_field_id: number | null
}
type Table = { id: number; name: string; schema: string; fields: Field[] }

describe.each(['postgres', 'mysql'] as const)('the schema of a %s database', (engine) => {
  let customer: Customer
  let id: number

  const tables = async (): Promise<Table[]> =>
    (await admin.get(`/api/database/${id}/metadata`)).body.tables
  const table = async (name: string) => {
    const found = (await tables()).find((it) => it.name === name)
    if (!found) throw new Error(`no table ${name}`)
    return found
  }
  const field = async (tableName: string, name: string) =>
    (await table(tableName)).fields.find((it) => it.name === name)
  const sync = async () => {
    await admin.post(`/api/database/${id}/sync_schema`)
    return admin.synced(id)
  }
  const events = async (): Promise<string[]> => {
    const { rows } = await app.storage.pool.query(
      `select type from es.events where type ~ '^(Table|Field|ForeignKey)' and type !~ 'Values'
       order by position`,
    )
    return rows.map(({ type }) => type)
  }
  const eventsOf = async (work: () => Promise<unknown>) => {
    const before = await events()
    await work()
    return (await events()).slice(before.length)
  }

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    id = await admin.connect(customer)
  }, 60_000)

  afterAll(() => customer?.close())

  test('is read in the background after the database is connected', async () => {
    const { sync: state, ...database } = await admin.synced(id)
    expect(state).toMatchObject({ status: 'done', finished_at: expect.any(String) })
    expect(database).toMatchObject({
      initial_sync_status: 'complete',
      dbms_version: expect.stringMatching(/\d/),
      timezone: engine === 'mysql' ? '+00:00' : 'UTC',
    })
    const main = mainSchema[engine]
    expect((await tables()).map((it) => [it.schema, it.name]).sort()).toEqual(
      [
        [main, engine === 'mysql' ? 'odd ` name; drop' : 'odd " name; drop'],
        [main, 'people'],
        [ordersSchema[engine], 'big_orders'],
        [ordersSchema[engine], 'orders'],
      ].sort(),
    )
  })

  test('has its keys, types and comments', async () => {
    const people = await table('people')
    const orders = await table('orders')
    expect(people).toMatchObject({ description: 'Who buys', kind: 'table', display_name: 'People' })
    expect(await table('big_orders')).toMatchObject({ kind: 'view', display_name: 'Big Orders' })
    const key = people.fields.find((it) => it.name === 'id')
    const types = (it: Table) =>
      it.fields.map((field) => [field.name, field.base_type, field.semantic_type])
    expect(types(people)).toEqual([
      ['id', 'type/Integer', 'type/PK'],
      ['name', 'type/Text', 'type/Name'],
      ['email', 'type/Text', 'type/Email'],
      ['city', 'type/Text', 'type/City'],
      ['born', 'type/Date', null],
      ['created_at', 'type/DateTimeWithLocalTZ', 'type/CreationTimestamp'],
    ])
    expect(types(orders)).toEqual([
      ['id', 'type/BigInteger', 'type/PK'],
      ['person_id', 'type/Integer', 'type/FK'],
      ['total', 'type/Decimal', null],
      ['status', 'type/Text', 'type/Category'],
      ['paid', 'type/Boolean', null],
    ])
    expect(people.fields[2]).toMatchObject({
      description: 'Where to write',
      database_required: false,
      position: expect.any(Number),
    })
    expect(orders.fields[1]).toMatchObject({
      fk_target_field_id: key?.id,
      target: { id: key?.id, table_id: people.id, name: 'id' },
      database_required: true,
    })
  })

  test('read once more without changes leaves no event', async () => {
    expect(await eventsOf(sync)).toEqual([])
  })

  test('keeps its ids while it changes', async () => {
    const before = { people: await table('people'), orders: await table('orders') }
    const orders = ordersName[engine]
    await customer.run(
      'alter table people add column nickname varchar(20)',
      'alter table people rename column city to town',
      `alter table ${orders} drop column status`,
      engine === 'mysql'
        ? `alter table ${orders} modify column total double`
        : `alter table ${orders} alter column paid type text`,
      'create table invoices (id int primary key)',
    )
    const seen = await eventsOf(sync)
    expect(seen.sort()).toEqual(
      [
        'FieldsChanged',
        'FieldsDiscovered',
        'FieldsRetired',
        'FieldsRetired',
        'TableDiscovered',
        ...(engine === 'mysql' ? ['FieldsChanged'] : []),
      ].sort(),
    )
    const people = await table('people')
    expect(people.id).toBe(before.people.id)
    expect(people.fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['nickname', 'town']),
    )
    expect(people.fields.map(({ name }) => name)).not.toContain('city')
    for (const name of ['id', 'name', 'email'])
      expect(people.fields.find((it) => it.name === name)?.id).toBe(
        before.people.fields.find((it) => it.name === name)?.id,
      )
    const changed = engine === 'mysql' ? ['total', 'type/Float'] : ['paid', 'type/Text']
    expect((await field('orders', changed[0] ?? ''))?.base_type).toBe(changed[1])
    expect(await field('orders', 'status')).toBeUndefined()
    expect((await table('orders')).id).toBe(before.orders.id)
    const dropped = before.orders.fields.find((it) => it.name === 'status')
    expect((await admin.get(`/api/field/${dropped?.id}`)).status).toBe(404)
  })

  test('gives what comes back its old id', async () => {
    const invoices = await table('invoices')
    const nickname = await field('people', 'nickname')
    await customer.run('drop table invoices', 'alter table people drop column nickname')
    await sync()
    expect((await tables()).map(({ name }) => name)).not.toContain('invoices')
    expect((await admin.get(`/api/table/${invoices.id}`)).status).toBe(404)
    expect(await field('people', 'nickname')).toBeUndefined()
    await customer.run(
      'create table invoices (id int primary key)',
      'alter table people add column nickname varchar(20)',
    )
    await sync()
    expect((await table('invoices')).id).toBe(invoices.id)
    expect((await table('invoices')).fields[0]?.id).toBe(invoices.fields[0]?.id)
    expect((await field('people', 'nickname'))?.id).toBe(nickname?.id)
  })

  test('loses and regains its foreign keys', async () => {
    const orders = ordersName[engine]
    const name = engine === 'mysql' ? 'orders_ibfk_1' : 'orders_person_id_fkey'
    await customer.run(`alter table ${orders} drop constraint ${name}`)
    expect(await eventsOf(sync)).toEqual(['ForeignKeysChanged'])
    expect(await field('orders', 'person_id')).toMatchObject({
      semantic_type: null,
      fk_target_field_id: null,
      target: null,
    })
    const key = `add constraint ${name} foreign key (person_id) references people (id)`
    await customer.run(`alter table ${orders} ${key}`)
    await sync()
    expect(await field('orders', 'person_id')).toMatchObject({
      semantic_type: 'type/FK',
      target: { name: 'id' },
    })
  })

  test('that cannot be read says why, without secrets, and recovers', async () => {
    const other = await customer.another()
    await other.run('create table here (n int)')
    const doomed = await admin.connect(other)
    await admin.synced(doomed)
    await other.close()
    await admin.post(`/api/database/${doomed}/sync_schema`)
    const { sync: state, initial_sync_status } = await admin.synced(doomed)
    expect(state).toEqual({
      status: 'failed',
      error: expect.stringMatching(/database/),
      requested_at: expect.any(String),
      finished_at: expect.any(String),
    })
    expect(initial_sync_status).toBe('complete')
    expect(JSON.stringify(state)).not.toContain(other.details.password)
    expect(JSON.stringify(state)).not.toContain(other.details.host)
    expect((await admin.get(`/api/database/${doomed}/metadata`)).body.tables).toHaveLength(1)
    await admin.put(`/api/database/${doomed}`, { details: customer.details })
    expect((await admin.synced(doomed)).sync.status).toBe('done')
  })

  test('is found again in a database that was dropped and restored', async () => {
    const restored = await customer.another()
    await restored.run('create table here (n int)')
    const its = await admin.connect(restored)
    await admin.synced(its)
    await restored.recreate()
    await restored.run('create table here (n int)')
    expect(await admin.ask(its, 'select * from here')).toMatchObject({ status: 'completed' })
    await admin.post(`/api/database/${its}/sync_schema`)
    expect((await admin.synced(its)).sync.status).toBe('done')
    expect((await admin.get(`/api/database/${its}/metadata`)).body.tables).toHaveLength(1)
    await restored.close()
  })
})
