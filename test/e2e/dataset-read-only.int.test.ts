import { randomUUID } from 'node:crypto'
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

/** What a customer may have made for themselves. */
const helpers = {
  postgres: [
    `create procedure commit_and_write() language plpgsql
      as $$ begin commit; insert into written values (2); commit; end $$`,
    `create function writes() returns int language plpgsql
      as $$ begin insert into written values (3); return 1; end $$`,
  ],
  mysql: [
    `create procedure commit_and_write() begin
      commit; start transaction read write; insert into written values (2); commit; select 1; end`,
    `create function writes() returns int begin insert into written values (3); return 1; end`,
    `create function opens() returns int begin
      set session transaction read write; insert into written values (4); return 1; end`,
  ],
}

const block = (body: string) => `begin not atomic ${body} end`
const writing = 'start transaction read write; insert into written values (5); commit;'
const intoTable = `set session transaction read write; commit; drop table if exists written;
  create table written (a int); insert into written values (6), (7); select * from written;`

/** All of them try to write; `file` is one they may make. */
const escapes = {
  postgres: () => [
    'call commit_and_write()',
    'do $$ begin commit; insert into written values (2); commit; end $$',
    'do $$ begin set transaction read write; insert into written values (2); end $$',
    'do $$ begin call commit_and_write(); end $$',
    'select writes()',
    'explain analyze select writes()',
  ],
  mysql: (file: string) => [
    block(writing),
    block(intoTable),
    `/* select */ ${block(writing)}`,
    `-- select\n${block(writing)}`,
    `/*!${block(writing)} */`,
    `/*!50000 ${block(writing)} */`,
    `/*M! begin not atomic */ ${writing} end`,
    block(`commit; ${writing}`),
    'call commit_and_write()',
    'set statement max_statement_time = 10 for call commit_and_write()',
    `set statement max_statement_time = 10 for ${block(writing)}`,
    `execute immediate '${block(writing)}'`,
    `execute immediate 'call commit_and_write()'`,
    `prepare escape from '${block(writing)}'`,
    'execute escape',
    'if true then call commit_and_write(); end if',
    'create or replace table written (a int)',
    'select writes()',
    'select opens()',
    'explain select * from (select opens()) as o',
    'with w as (select opens()) select * from w',
    'with w as (select 1 as a) update written, w set written.a = 9',
    `select a from written into outfile '${file}'`,
    `select a from written into dumpfile '${file}'`,
    `select a into /* here */ outfile '${file}' from written`,
    `select a from written /*! into outfile '${file}' */`,
    `select a from written /*!99999 ' */ into outfile '${file}' /*' */`,
    `select 1.5into outfile '${file}'`,
    `with w as (select 1) select * from w into outfile '${file}'`,
    `table written into outfile '${file}'`,
    `(select a from written) into outfile '${file}'`,
    `select 1) as source into outfile '${file}' -- `,
  ],
}

const allowFiles = async ({ details, run }: Customer): Promise<void> => {
  await run(`grant file on *.* to ${details.user}`)
}

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

  test('does not end our transaction to begin one of its own', async () => {
    await customer.run('create table written (a int)', 'insert into written values (1)')
    for (const sql of helpers[engine]) await customer.run(sql)
    if (engine === 'mysql') await allowFiles(customer)
    const target = await admin.connect(customer)
    await admin.synced(target)
    const file = `/tmp/read-only-${randomUUID()}`
    const left: unknown[] = []
    const lookAfter = async (sql: unknown, status: unknown) => {
      const rows = await customer.run('select a from written')
      const [made] =
        engine === 'mysql' ? await customer.run(`select load_file('${file}') as f`) : []
      if (rows.length !== 1 || (made && made.f !== null) || status === 'completed')
        left.push({ sql, status, rows, made })
    }
    for (const sql of escapes[engine](file)) {
      const answer = await admin.ask(target, sql)
      await lookAfter(sql, answer.status)
      const query = { 'source-query': { native: sql } }
      const nested = await admin.post('/api/dataset', { database: target, type: 'query', query })
      await lookAfter({ nested: sql }, nested.body.status)
    }
    expect(left).toEqual([])
    if (engine === 'mysql') {
      const { error } = await admin.ask(target, 'begin not atomic commit; end')
      expect(error).toMatch(/single statement that reads .* SELECT, WITH, TABLE/)
    }
  }, 60_000)

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
