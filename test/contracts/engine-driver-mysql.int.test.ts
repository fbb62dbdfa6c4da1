import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { mysqlDriver } from '../../infra/engines/mysql/driver.ts'
import { engineDefaults } from '../../infra/engines/options.ts'
import { type EngineFixture, engineDriverContract } from './engine-driver.ts'

const tables = [
  `create table customer (id int primary key, name varchar(50) comment 'In full',
    since timestamp null) comment 'Who buys'`,
  `insert into customer values (1, 'Ada', '2026-07-01 12:00:00')`,
  `create table purchase (id bigint primary key, customer_id int,
    constraint purchase_customer foreign key (customer_id) references customer (id))`,
  'create view customer_name as select name from customer',
  'create table `Odd "na``me` (`select` int, `a.b;--` text)',
  `create procedure commit_and_write() begin commit; insert into customer (id, name) values (2, 'x'); end`,
  `create function leave_traces() returns int begin
    set @own = 1;
    set session transaction read write;
    set session time_zone = '+09:00';
    set session sql_mode = 'ANSI_QUOTES';
    set session max_statement_time = 0.001;
    set session sql_select_limit = 1;
    return 1;
  end`,
]

const serverUrl = (): string => {
  const url = process.env.TEST_MARIADB_URL
  if (!url) throw new Error('no test MariaDB: run this test in the jest project "int"')
  return url
}

const start = async (): Promise<EngineFixture> => {
  const admin = await createConnection(serverUrl())
  const suffix = randomBytes(4).toString('hex')
  const dbname = `test_${suffix}`
  const user = `reader_${suffix}`
  await admin.query(`create database ${dbname}`)
  await admin.query(`use ${dbname}`)
  for (const sql of tables) await admin.query(sql)
  await admin.query(`create user ${user}@'127.0.0.1' identified by 'secret'`)
  await admin.query(`grant all on ${dbname}.* to ${user}@'127.0.0.1'`)
  const address = new URL(serverUrl())
  const details = {
    host: address.hostname,
    port: Number(address.port),
    dbname,
    user,
    password: 'secret',
  }
  const count = async (sql: string, values: string[] = []): Promise<number> => {
    const [rows] = await admin.execute<RowDataPacket[]>(sql, values)
    return Number(rows[0]?.n)
  }
  return {
    details,
    adminDetails: { ...details, user: address.username, password: address.password },
    schema: '',
    sql: {
      series: (rows) => `select seq as n from seq_1_to_${rows}`,
      sleep: (seconds) => `select sleep(${seconds})`,
      parameters: 'select ?',
      zone: 'select @@session.time_zone',
      writes: [
        `insert into customer (id, name) values (2, 'x')`,
        `select 1; commit; insert into customer (id, name) values (2, 'x')`,
        'commit',
        'rollback',
        'begin',
        'start transaction read write',
        'set transaction read write',
        'set session transaction read write',
        'set autocommit = 0',
        `update customer set name = 'x'`,
        'delete from customer',
        'truncate table customer',
        'drop view customer_name',
        'create table copied as select * from customer',
        'alter table customer add column more int',
        'create user somebody',
        'analyze delete from customer',
        'call commit_and_write()',
        `begin not atomic commit; start transaction read write;
          insert into customer (id, name) values (2, 'x'); commit; select 1; end`,
        `execute immediate 'begin not atomic call commit_and_write(); end'`,
        `load data local infile '/etc/passwd' into table customer`,
        `select * from customer into outfile '/tmp/engine-driver-contract'`,
        'lock tables customer write',
        'optimize table customer',
        'set global max_connections = 1',
      ],
      traces: [
        `select get_lock('own', 0)`,
        'select @own := 2',
        'select leave_traces()',
        'select no_such_column',
      ],
      state: `select @@session.tx_read_only, @own is null, @@session.time_zone,
        @@session.sql_mode, @@character_set_client, @@session.max_statement_time,
        @@session.sql_select_limit, @@autocommit, is_used_lock('own') is null,
        (select count(*) from seq_1_to_3)`,
      instant: 'select since from customer',
    },
    cells: {
      tinyint: ['cast(1 as int)', '1', 'type/Integer'],
      bigint: ['9007199254740993', '9007199254740993', 'type/BigInteger'],
      'unsigned bigint': ['18446744073709551615', '18446744073709551615', 'type/BigInteger'],
      decimal: ['1.50', '1.5', 'type/Decimal'],
      'wide decimal': [`${'9'.repeat(35)}.10`, `${'9'.repeat(35)}.1`, 'type/Decimal'],
      double: ['1.1e0', '1.1', 'type/Float'],
      float: ['cast(1.1 as float)', '1.1', 'type/Float'],
      text: [`'é 漢 🙂'`, 'é 漢 🙂', 'type/Text'],
      date: [`date '2026-02-03'`, '2026-02-03', 'type/Date'],
      'zero date': [`cast('0000-00-00' as date)`, '0000-00-00', 'type/Date'],
      time: [`cast('10:00:00.500' as time(3))`, '10:00:00.5', 'type/Time'],
      'long time': [`cast('-838:59:59' as time)`, '-838:59:59', 'type/Time'],
      datetime: [
        `cast('2026-02-03 04:05:06.700' as datetime(3))`,
        '2026-02-03T04:05:06.7',
        'type/DateTime',
      ],
      midnight: [`cast('2026-02-03' as datetime)`, '2026-02-03T00:00:00', 'type/DateTime'],
      bytes: [`x'00ff'`, '0x00ff', 'type/*'],
      json: [`json_object('a', 1)`, '{"a": 1}', 'type/JSON'],
      uuid: [
        `cast('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' as uuid)`,
        'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
        'type/UUID',
      ],
      inet: [`cast('::1' as inet6)`, '::1', 'type/IPAddress'],
      point: ['point(1, 2)', '{"x":1,"y":2}', 'type/*'],
    },
    running: () =>
      count(
        `select count(*) as n from information_schema.processlist
          where user = ? and command <> 'Sleep'`,
        [user],
      ),
    async killSessions() {
      await admin.query(`kill user ${user}@'127.0.0.1'`)
    },
    rowsOf: (table) => count(`select count(*) as n from ${table}`),
    async close() {
      await admin.query(`drop database ${dbname}`)
      await admin.query(`drop user ${user}@'127.0.0.1'`)
      await admin.end()
    },
  }
}

engineDriverContract('mysql', mysqlDriver, start)

/** Types that only columns have. */
const columnCells: Readonly<Record<string, readonly [type: string, sql: string, cell: string]>> = {
  flag: ['bit(1)', `b'1'`, 'true'],
  bits: ['bit(12)', `b'100000000001'`, '2049'],
  year: ['year', '1999', '1999'],
  small: ['tinyint unsigned', '255', '255'],
  medium: ['mediumint', '-8388608', '-8388608'],
  choice: [`enum('a', 'b')`, `'b'`, 'b'],
  several: [`set('a', 'b')`, `'a,b'`, 'a,b'],
  blob: ['blob', `x'00ff'`, '0x00ff'],
  binary: ['binary(2)', `x'00ff'`, '0x00ff'],
  longtext: ['longtext', `'é'`, 'é'],
  latin: ['varchar(10) character set latin1', `'é'`, 'é'],
  json: ['json', `'{"a": 1}'`, '{"a": 1}'],
  uuid: ['uuid', `'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'`, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  zero: ['datetime', `'0000-00-00 00:00:00'`, '0000-00-00T00:00:00'],
  micros: ['datetime(6)', `'2026-01-02 03:04:05.000600'`, '2026-01-02T03:04:05.0006'],
}

test('columns of every type come as canonical text', async () => {
  const admin = await createConnection(serverUrl())
  const dbname = `test_${randomBytes(4).toString('hex')}`
  const driver = mysqlDriver(engineDefaults)
  try {
    const columns = Object.entries(columnCells)
    await admin.query(`create database ${dbname}`)
    await admin.query(`set sql_mode = ''`)
    const definitions = columns.map(([column, [type]]) => `\`${column}\` ${type}`)
    const values = columns.map(([, [, sql]]) => sql)
    await admin.query(`create table ${dbname}.every (${definitions.join(', ')})`)
    await admin.query(`insert into ${dbname}.every values (${values.join(', ')})`)
    const { hostname: host, port, username: user, password } = new URL(serverUrl())
    const { batches } = await driver.query(
      {
        databaseId: 1,
        version: '1',
        details: { host, port: Number(port), dbname, user, password },
      },
      { sql: 'select * from every', parameters: [] },
      { signal: new AbortController().signal, timeoutMs: 5_000, origin: 'compiled' },
    )
    const rows: (readonly (string | null)[])[] = []
    for await (const batch of batches) rows.push(...batch)
    const found = columns.map(([column], index) => [column, rows[0]?.[index]])
    expect(found).toEqual(columns.map(([column, [, , cell]]) => [column, cell]))
  } finally {
    await driver.close()
    await admin.query(`drop database if exists ${dbname}`)
    await admin.end()
  }
})

test.each(['FILE', 'SUPER'])('an account with the right %s is warned of', async (right) => {
  const fixture = await start()
  const admin = await createConnection(serverUrl())
  const driver = mysqlDriver(engineDefaults)
  try {
    const { details } = fixture
    expect(await driver.test(details)).toEqual({})
    await admin.query(`grant ${right} on *.* to ${details.user}@'127.0.0.1'`)
    expect(await driver.test(details)).toEqual({ warning: expect.stringMatching(/files/) })
  } finally {
    await driver.close()
    await admin.end()
    await fixture.close()
  }
})
