import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { h2Driver } from '../../infra/engines/h2/driver.ts'
import { engineDefaults } from '../../infra/engines/options.ts'
import { faultyProxy } from '../support/faulty-proxy.ts'
import { createH2Database, dropH2Database, h2Url, openH2 } from '../support/h2-databases.ts'
import { until } from '../support/until.ts'
import { rowsOf } from './driver-bench.ts'
import { type EngineFixture, engineDriverContract } from './engine-driver.ts'

const tables = [
  `create table customer (id int primary key, name varchar(50), since timestamp with time zone)`,
  `comment on table customer is 'Who buys'`,
  `comment on column customer.name is 'In full'`,
  `insert into customer values (1, 'Ada', '2026-07-01 12:00:00Z')`,
  `create table purchase (id bigint primary key, customer_id int,
    constraint purchase_customer foreign key (customer_id) references customer (id))`,
  'create view customer_name as select name from customer',
  'create table "Odd ""na`me" ("select" int, "a.b;--" text)',
  'create sequence counter',
  // Milliseconds. Statements are stopped between rows, so a long sleep is many short ones.
  'create alias nap for "java.lang.Thread.sleep(long)"',
  `create user reader password 'secret'`,
  'grant all on schema public to reader',
  'grant alter any schema to reader',
]

/** What the driver refuses before it is sent, or H2 for a user who may not administer. */
const commands = [
  'set time zone local',
  'set mode regular',
  'set lazy_query_execution 0',
  'set autocommit true',
  'commit',
  'rollback',
  'begin',
  'call 1',
  'shutdown',
  'script',
  `script to '/tmp/engine-driver-contract.sql'`,
  `runscript from '/tmp/engine-driver-contract.sql'`,
  `backup to '/tmp/engine-driver-contract.zip'`,
  `create alias run for "java.lang.Runtime.getRuntime"`,
  'create table copied as select * from customer',
  'create user somebody password $$x$$',
  'alter table customer add column more int',
  'truncate table customer',
  'drop view customer_name',
  `execute immediate 'delete from customer'`,
  `prepare p as delete from customer`,
  'explain analyze delete from customer',
]

const changes = [
  `insert into customer (id, name) values (2, 'x')`,
  `update customer set name = 'x'`,
  'delete from customer',
  `merge into customer (id, name) values (2, 'x')`,
  `select * from final table (insert into customer (id, name) values (2, 'x'))`,
  'select * from "customer" c, OLD/**/TABLE (delete from customer) d',
  `with x as (select 2 as id) insert into customer (id) select id from x`,
  'with x as (select 1 as n) create table copied as select * from x',
  'with x (n) as (select 1), y as (select ")" from x) delete from customer',
  'select next value for counter',
  `select nextval('counter')`,
  `select "NextVal"('counter')`,
  'select U&"\\006eextval"(\'counter\')',
]

/** A second statement behind the first, with what might hide it. */
const hidden = [
  `select 1; insert into customer (id, name) values (2, 'x')`,
  `select 1; commit; insert into customer (id, name) values (2, 'x')`,
  `select '\\'; delete from customer --'`,
  `select 1 -- \r; delete from customer`,
  `select 1 // '\n; delete from customer //'`,
  `select 1 /* /* */ ' */; delete from customer --'`,
  `select $$'$$; delete from customer --'`,
  `select 1 as a$$ ; delete from customer -- $$`,
  'select 1 as "a""; --"; delete from customer',
  'select 1 as `a``; --`; delete from customer',
  `select E'\\'; delete from customer --'`,
]

const files = [
  `select file_read('/etc/hostname')`,
  `select "FILE_READ"('/etc/hostname')`,
  `select file_write('x', '/tmp/engine-driver-contract')`,
  `select * from csvread('/etc/passwd')`,
  `select csvwrite('/tmp/engine-driver-contract', 'select 1')`,
  `select * from link_schema('x', '', 'jdbc:h2:mem:x', '', '', 'public')`,
]

const start = async (): Promise<EngineFixture> => {
  const url = h2Url()
  const dbname = `test_${randomBytes(4).toString('hex')}`
  createH2Database(url, dbname)
  const admin = await openH2(url, dbname)
  for (const sql of tables) await admin.query(sql)
  const way = await faultyProxy(url.href)
  const details = {
    host: way.host,
    port: way.port,
    dbname,
    user: 'reader',
    password: 'secret',
  }
  const numberOf = async (sql: string): Promise<number> =>
    Number((await admin.query({ text: sql, rowMode: 'array' })).rows[0]?.[0])
  return {
    details,
    adminDetails: { ...details, user: url.username, password: url.password },
    schema: 'public',
    quirks: {
      // The server does not say what it was that it did not like.
      missingDatabase: 'password',
      columnName: (name) => name.toLowerCase(),
      encrypts: false,
    },
    sql: {
      series: (rows) => `select n from generate_series(1, ${rows}) t (n)`,
      sleep: (seconds) =>
        `select count(nap(n - n + 1)) from generate_series(1, ${Math.round(seconds * 900)}) t (n)`,
      parameters: 'select cast($1 as varchar)',
      zone: `select setting_value from information_schema.settings
        where setting_name = 'TIME ZONE'`,
      writes: [...commands, ...changes, ...hidden, ...files],
      traces: [
        'select @own := 2',
        'select set(@own, 3)',
        'select rand(5)',
        'select no_such_column',
      ],
      state: 'select @own, current_schema, (select count(*) from generate_series(1, 3))',
      instant: 'select since from customer',
    },
    cells: {
      boolean: ['true', 'true', 'type/Boolean'],
      integer: ['cast(1 as int)', '1', 'type/Integer'],
      smallint: ['cast(1 as smallint)', '1', 'type/Integer'],
      bigint: ['9007199254740993', '9007199254740993', 'type/BigInteger'],
      decimal: ['1.50', '1.5', 'type/Decimal'],
      'wide decimal': [`${'9'.repeat(35)}.10`, `${'9'.repeat(35)}.1`, 'type/Decimal'],
      decfloat: ['1.50E3', '1500', 'type/Decimal'],
      'small decfloat': ['1E-7', '0.0000001', 'type/Decimal'],
      double: ['cast(5 as double precision)', '5', 'type/Float'],
      'large double': ['cast(1e300 as double precision)', '1e+300', 'type/Float'],
      'not a number': [`cast('NaN' as double precision)`, 'NaN', 'type/Float'],
      infinity: [`cast('-Infinity' as double precision)`, '-Infinity', 'type/Float'],
      real: ['cast(1.1 as real)', '1.1', 'type/Float'],
      text: [`'é 漢 🙂'`, 'é 漢 🙂', 'type/Text'],
      clob: [`cast('x' as character large object)`, 'x', 'type/Text'],
      date: [`date '2026-02-03'`, '2026-02-03', 'type/Date'],
      time: [`cast('10:00:00.500' as time(3))`, '10:00:00.5', 'type/Time'],
      'time with zone': [
        `time with time zone '10:00:00+02:00'`,
        '10:00:00+02:00',
        'type/TimeWithTZ',
      ],
      timestamp: [`timestamp '2026-02-03 04:05:06.700'`, '2026-02-03T04:05:06.7', 'type/DateTime'],
      midnight: [`timestamp '2026-02-03 00:00:00'`, '2026-02-03T00:00:00', 'type/DateTime'],
      'timestamp with zone': [
        `timestamp with time zone '2026-02-03 04:05:06+05:30'`,
        '2026-02-03T04:05:06+05:30',
        'type/DateTimeWithLocalTZ',
      ],
      bytes: [`x'00ff'`, '0x00ff', 'type/*'],
      'printable bytes': [`x'0a415c5c37277e7f80'`, '0x0a415c5c37277e7f80', 'type/*'],
      json: [`json '{"a": 1}'`, '{"a":1}', 'type/Text'],
      uuid: [
        `cast('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' as uuid)`,
        'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
        'type/Text',
      ],
      array: ['array[1, 2]', '[1,2]', 'type/Array'],
      'text array': [`array['a,b', 'c"d']`, '["a,b","c\\"d"]', 'type/Array'],
      interval: [
        `interval '1 2:03:04' day to second`,
        `INTERVAL '1 02:03:04' DAY TO SECOND`,
        'type/Text',
      ],
    },
    running: () =>
      numberOf(`select count(*) from information_schema.sessions
        where lower(user_name) = 'reader' and executing_statement is not null`),
    async killSessions() {
      way.reset()
    },
    rowsOf: (table) => numberOf(`select count(*) from ${table}`),
    async close() {
      way.close()
      await admin.end()
      await dropH2Database(url, dbname)
    },
  }
}

engineDriverContract('h2', h2Driver, start)

/** Past the check of what callers write: what is left when that has a hole. */
test('changes of rows are rolled back, whatever was sent', async () => {
  const fixture = await start()
  const driver = h2Driver(engineDefaults)
  const send = async (sql: string, size: object) => {
    const { batches } = await driver.query(
      { databaseId: 1, version: '1', details: fixture.adminDetails },
      { sql, parameters: [] },
      { signal: AbortSignal.timeout(20_000), timeoutMs: 20_000, origin: 'compiled', ...size },
    )
    return rowsOf(batches)
  }
  try {
    for (const size of [{ maxRows: 10 }, {}]) {
      const inserted = `select id from final table (insert into customer (id) values (7))`
      expect(await send(inserted, size)).toEqual([['7']])
      for (const sql of changes) {
        await send(sql, size).catch((error) =>
          expect(error).toMatchObject({ name: 'QueryProblem' }),
        )
        // The rollback may still be at work behind the answer; H2 then counts what it is undoing.
        await until(
          () => fixture.rowsOf('customer'),
          (count) => count === 1,
        )
      }
    }
  } finally {
    await driver.close()
    await fixture.close()
  }
})
