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

describe.each(['postgres', 'mysql'] as const)('SQL on a %s database', (engine) => {
  let customer: Customer
  let id: number

  beforeAll(async () => {
    customer = await openCustomer(engine)
    await createSchema(customer)
    id = await admin.connect(customer)
    await admin.synced(id)
  }, 60_000)

  afterAll(() => customer?.close())

  test('does not write, whatever it says', async () => {
    const { rows: before } = (await admin.ask(id, `select count(*) from ${ordersName[engine]}`))
      .data
    const writes = {
      postgres: [
        `delete from ${ordersName.postgres}`,
        `select 1; commit; delete from ${ordersName.postgres}`,
        'commit',
        'set transaction read write',
        `with gone as (delete from ${ordersName.postgres} returning *) select * from gone`,
        'create table made (n int)',
        'select * into made from people',
        `do $$ begin delete from ${ordersName.postgres}; end $$`,
        `copy people to program 'true'`,
        `copy people to stdout`,
        `select pg_read_file('/etc/passwd')`,
        `select lo_import('/etc/passwd')`,
        `explain analyze delete from ${ordersName.postgres}`,
        'truncate people',
        'drop table people',
        `select nextval('people_id_seq')`,
        '-- nothing',
        ';',
      ],
      mysql: [
        'delete from orders',
        'select 1; delete from orders',
        'commit',
        'set session transaction read write',
        'create table made (n int)',
        'drop table orders',
        'truncate orders',
        `select 1 into outfile '/tmp/made'`,
        `load data local infile '/etc/passwd' into table people`,
        '-- nothing',
        ';',
      ],
    }
    for (const sql of writes[engine]) {
      const { status } = await admin.ask(id, sql)
      expect({ sql, status }).toEqual({ sql, status: 'failed' })
    }
    expect((await admin.ask(id, `select count(*) from ${ordersName[engine]}`)).data.rows).toEqual(
      before,
    )
    expect((await admin.ask(id, 'select * from made')).status).toBe('failed')
  })

  test('leaves nothing behind for the next one', async () => {
    const traces = {
      postgres: [
        'set search_path to sales',
        `select set_config('search_path', 'sales', false)`,
        'select pg_advisory_lock(42)::text',
        `select set_config('statement_timeout', '1', false)`,
      ],
      mysql: [`select get_lock('ours', 0)`, `set @mark = 1`, 'select @mark := 1'],
    }
    const state = {
      postgres: `select current_setting('search_path'), current_setting('statement_timeout'),
        (select count(*) from pg_locks where locktype = 'advisory')`,
      mysql: `select @mark, is_used_lock('ours'), @@session.transaction_read_only`,
    }
    const before = (await admin.ask(id, state[engine])).data.rows
    for (const sql of traces[engine]) await admin.ask(id, sql)
    expect((await admin.ask(id, state[engine])).data.rows).toEqual(before)
  })
})
