import { randomBytes } from 'node:crypto'
import { postgresDriver } from '../../infra/engines/postgres/driver.ts'
import { testDatabase } from '../support/test-database.ts'
import { type EngineFixture, engineDriverContract } from './engine-driver.ts'

const tables = `
  create table customer (id int primary key, name text, since timestamptz);
  comment on table customer is 'Who buys';
  comment on column customer.name is 'In full';
  insert into customer values (1, 'Ada', '2026-07-01 12:00:00Z');
  create table purchase (id bigint primary key, customer_id int references customer);
  create view customer_name as select name from customer;
  create table "Odd ""na\`me" ("select" int, "a.b;--" text);
  create table hidden (id int);
  create type mood as enum ('happy', 'sad');
  create type pair as (a int, b text);
  create table counted (n serial);
  create function next_customer() returns int language sql as
    'insert into customer (id) select max(id) + 1 from customer returning id';`

const start = async (): Promise<EngineFixture> => {
  const database = await testDatabase()
  const role = `reader_${randomBytes(4).toString('hex')}`
  await database.pool.query(tables)
  await database.pool.query(`
    drop table counted;
    create role ${role} login password 'secret';
    grant all on customer, purchase, customer_name, "Odd ""na\`me" to ${role};
    grant create on schema public to ${role}`)
  const address = new URL(database.url)
  const details = {
    host: address.hostname,
    port: Number(address.port),
    dbname: database.name,
    user: role,
    password: 'secret',
  }
  return {
    details,
    adminDetails: { ...details, user: address.username, password: address.password },
    schema: 'public',
    sql: {
      series: (rows) => `select generate_series(1, ${rows}) as n`,
      sleep: (seconds) => `select pg_sleep(${seconds})`,
      parameters: 'select $1::text',
      zone: 'show timezone',
      writes: [
        `insert into customer (id, name) values (2, 'x')`,
        `select 1; commit; insert into customer (id, name) values (2, 'x')`,
        `commit; insert into customer (id, name) values (2, 'x')`,
        'commit',
        'commit and chain',
        'rollback',
        'begin',
        'set transaction read write',
        'set session characteristics as transaction read write',
        'set default_transaction_read_only = off',
        'set role postgres',
        'reset all',
        'discard all',
        `with gone as (delete from customer returning *) select * from gone`,
        'select * into copied from customer',
        'create table copied as select * from customer',
        'create temp table copied (n int)',
        `do $$ begin insert into customer (id, name) values (2, 'x'); end $$`,
        `do $$ begin commit; insert into customer (id, name) values (2, 'x'); end $$`,
        `do $$ begin set transaction read write; insert into customer (id, name) values (2, 'x'); end $$`,
        `select set_config('transaction_read_only', 'off', false), next_customer()`,
        'select next_customer()',
        'explain analyze delete from customer',
        'select * from customer for update',
        'truncate customer',
        'drop view customer_name',
        `copy customer to program 'cat'`,
        `copy customer from '/etc/passwd'`,
        'copy customer from stdin',
        'copy customer to stdout',
        `select pg_read_file('/etc/passwd')`,
        `select lo_import('/etc/passwd')`,
        `select nextval('no_such_sequence')`,
        'listen something',
        'vacuum customer',
        'prepare own as select 1',
        'declare own cursor for select 1',
        'lock table customer',
        'call no_such_procedure()',
      ],
      traces: [
        'select pg_advisory_lock(1)',
        'set search_path = pg_catalog',
        `select set_config('search_path', 'nowhere', false)`,
        `select set_config('statement_timeout', '1', false)`,
        `select set_config('default_transaction_read_only', 'off', false)`,
        `select set_config('TimeZone', 'Asia/Tokyo', false)`,
        `select set_config('DateStyle', 'SQL, DMY', false)`,
        'commit',
        'begin',
        'listen own',
        'prepare own as select 1',
        'declare own cursor with hold for select 1',
        'select 1/0',
      ],
      state: `select current_setting('search_path'), current_setting('statement_timeout'),
        current_setting('transaction_read_only'), current_setting('TimeZone'),
        current_setting('DateStyle'), current_user::text,
        (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()),
        (select count(*) from pg_prepared_statements where name <> ''),
        (select count(*) from pg_cursors where name = 'own'),
        (select count(*) from pg_listening_channels())`,
      instant: 'select since from customer',
    },
    cells: {
      bool: ['true', 'true', 'type/Boolean'],
      int2: ['32767::int2', '32767', 'type/Integer'],
      int8: ['9007199254740993', '9007199254740993', 'type/BigInteger'],
      numeric: ['1.50::numeric', '1.5', 'type/Decimal'],
      'wide numeric': [`(10::numeric ^ 40 + 0.1)`, `1${'0'.repeat(40)}.1`, 'type/Decimal'],
      'whole numeric': ['100::numeric(10, 2)', '100', 'type/Decimal'],
      'not a numeric': [`'NaN'::numeric`, 'NaN', 'type/Decimal'],
      float8: ['0.1::float8', '0.1', 'type/Float'],
      'infinite float8': [`'-Infinity'::float8`, '-Infinity', 'type/Float'],
      text: [`'é 漢 🙂'`, 'é 漢 🙂', 'type/Text'],
      date: [`date '2026-02-03'`, '2026-02-03', 'type/Date'],
      'infinite date': [`date 'infinity'`, 'infinity', 'type/Date'],
      time: [`time '10:00:00.500'`, '10:00:00.5', 'type/Time'],
      timetz: [`timetz '10:00:00+02'`, '10:00:00+02:00', 'type/TimeWithTZ'],
      timestamp: [`timestamp '2026-02-03 04:05:06.70'`, '2026-02-03T04:05:06.7', 'type/DateTime'],
      'infinite timestamp': [`timestamp '-infinity'`, '-infinity', 'type/DateTime'],
      timestamptz: [
        `timestamptz '2026-02-03 04:05:06+02'`,
        '2026-02-03T02:05:06Z',
        'type/DateTimeWithLocalTZ',
      ],
      'infinite timestamptz': [`timestamptz 'infinity'`, 'infinity', 'type/DateTimeWithLocalTZ'],
      interval: [`interval '1 day 2 hours'`, '1 day 02:00:00', 'type/*'],
      uuid: [
        `'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid`,
        'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
        'type/UUID',
      ],
      json: [`'{"a": [1, null]}'::json`, '{"a": [1, null]}', 'type/JSON'],
      jsonb: [`'{"a":9007199254740993}'::jsonb`, '{"a": 9007199254740993}', 'type/JSON'],
      bytea: [`'\\x00ff'::bytea`, '0x00ff', 'type/*'],
      inet: [`'10.0.0.1/8'::inet`, '10.0.0.1/8', 'type/IPAddress'],
      enum: [`'sad'::mood`, 'sad', 'type/PostgresEnum'],
      'int array': ['array[1, null, 3]', '[1,null,3]', 'type/Array'],
      'nested array': ['array[[1, 2], [3, 4]]', '[[1,2],[3,4]]', 'type/Array'],
      'text array': [
        `array['a,b', 'c"d\\e', '', 'NULL']`,
        `["a,b","c\\"d\\\\e","","NULL"]`,
        'type/Array',
      ],
      'empty array': [`'{}'::int[]`, '[]', 'type/Array'],
      'json array': [`array['{"a":1}'::jsonb]`, '[{"a": 1}]', 'type/Array'],
      'enum array': [`array['sad'::mood]`, '["sad"]', 'type/Array'],
      'timestamp array': [
        `array[timestamp '2026-01-01 10:00']`,
        '["2026-01-01T10:00:00"]',
        'type/Array',
      ],
      composite: [`row(1, 'a "b"')::pair`, '["1","a \\"b\\""]', 'type/*'],
      'composite array': [`array[row(1, null)::pair]`, '[["1",null]]', 'type/Array'],
    },
    async running() {
      const { rows } = await database.pool.query(
        `select count(*)::int as n from pg_stat_activity where usename = $1 and state <> 'idle'`,
        [role],
      )
      return rows[0].n
    },
    async killSessions() {
      await database.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
        [role],
      )
    },
    async rowsOf(table) {
      const { rows } = await database.pool.query(`select count(*)::int as n from ${table}`)
      return rows[0].n
    },
    async close() {
      await database.pool.query(`drop owned by ${role}; drop role ${role}`)
      await database.drop()
    },
  }
}

engineDriverContract('postgres', postgresDriver, start)
