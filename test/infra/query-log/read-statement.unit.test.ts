import { afterAll, describe, expect, test } from '@jest/globals'
import { statementTables } from '../../../infra/query-log/read-statement.ts'

const statements = statementTables()
afterAll(() => statements.stop())

const written = async (engine: string, statement: string) =>
  (await statements.read(engine, statement))
    ?.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`))
    .toSorted()

type Case = readonly [statement: string, tables: readonly string[] | undefined]

const common: readonly Case[] = [
  ['select 1', []],
  ['select * from orders', ['orders']],
  ['select * from shop.orders o join people p on p.id = o.person_id', ['people', 'shop.orders']],
  ['select (select max(id) from a) from b where exists (select 1 from c)', ['a', 'b', 'c']],
  ['with x as (select * from a) select * from x join b on true', ['a', 'b']],
  ['with x as (select * from a) select * from shop.x', ['a', 'shop.x']],
  ['with a as (select * from a) select * from a', ['a']],
  ['with x as (select * from y), y as (select * from a) select * from x, y', ['a', 'y']],
  ['select * from a where id in (with a as (select 1 as id) select id from a)', ['a']],
  ['with recursive a as (select 1 as n union select n from a) select n from a', []],
  ['select * from (with b as (select * from a) select * from b) as c, b', ['a', 'b']],
  ['select * from a union all select * from b', ['a', 'b']],
  ['select * from (select * from a) as inside', ['a']],
  ["select * from a where note = 'from b' -- from c\n", ['a']],
  ['select * from a, a as again', ['a']],
  ['selekt * form nothing', undefined],
]

const cases: { readonly [engine: string]: readonly Case[] } = {
  postgres: [
    ...common,
    ['select * from Orders join "Orders" on true', ['Orders', 'orders']],
    ['select * from orders where id = $1', ['orders']],
    ['table orders', ['orders']],
    ['explain analyze select * from orders', ['orders']],
    ["select query_to_xml('select * from people', true, true, '')", undefined],
    ["select table_to_xml('people', true, true, ''), * from orders", undefined],
    ['do $$ begin perform 1; end $$', undefined],
    ['show timezone', []],
    ['select * from readers_of_people()', undefined],
    ['select * from jsonb_each($1) as j', []],
    ['select * from generate_series(1, 3) as s, lateral (select * from a) as l', ['a']],
    [`select ${'('.repeat(2_000)}1${')'.repeat(2_000)} from a`, ['a']],
  ],
  mysql: [
    ...common,
    ['select * from `or``ders` where id = ?', ['or`ders']],
    ['select 1 /*! from people */', undefined],
    ['select 1 /*M!100100 from people */', undefined],
    ['select * from `orders` join shop.people limit ?', ['orders', 'shop.people']],
  ],
  mongo: [
    ['{"collection":"orders","pipeline":[]}', ['orders']],
    [
      '{"collection":"a","pipeline":[{"$lookup":{"from":"b","pipeline":[{"$unionWith":"c"}]}},{"$unionWith":{"coll":"d"}}]}',
      ['a', 'b', 'c', 'd'],
    ],
    ['not json', undefined],
  ],
}

describe.each(Object.entries(cases))('the tables that %s reads', (engine, questions) => {
  test.each(questions)('%s', async (statement, tables) => {
    expect(await written(engine, statement)).toEqual(tables)
  })
})

test('an engine nobody can read is not read', async () => {
  expect(await written('sqlite', 'select * from a')).toBeUndefined()
})

test('what was stopped starts again', async () => {
  statements.stop()
  expect(await written('postgres', 'select * from a')).toEqual(['a'])
})
