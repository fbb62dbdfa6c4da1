import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { leavesTraces, refusalOf } from '../../../../infra/engines/h2/reading-statement.ts'

const notReading = /^Only a single statement that reads can be run here: it begins with SELECT,/
const several = /^Only a single statement can be run here/
const unreadable = /cannot be told to be harmless/
const changing = /^Only statements that read can be run here: without/

describe('statements that read', () => {
  test.each([
    'select 1',
    'select 1; ; -- end',
    '((SELECT 1) union (select 2))',
    'with a as (select 1) select * from a',
    'with recursive a (n) as (select 1 union all select n + 1 from a), b as (table a) (select 1)',
    'table people',
    'values (1), (2)',
    'show tables',
    'explain select 1',
    '-- a note\rselect 1',
    '// a note\n/* ; */ ( select 1)',
    `select 'it''s; \\', "a;""b", \`;\`, $$ ; ' $$, $1`,
    'select nächster, "NEXT" from "old"',
    `select 'file_read', 'final table (delete from people)'`,
    'select newer.value from next as newer join table(n int = (1, 2)) t on true',
    'select * from people for update',
  ])('%j', (sql) => {
    expect(refusalOf(sql)).toBeUndefined()
  })
})

describe('all others', () => {
  test.each([
    ['', notReading],
    ['-- nothing', notReading],
    ['insert into people values (1)', notReading],
    ['with a as (select 1) insert into people select * from a', notReading],
    ['with a as (select ")" from b), c as (select 1) create table d as table a', notReading],
    ['with a (x) as (select 1) ((delete from people', notReading],
    ['with a as select 1', notReading],
    ['with', notReading],
    ['with a as (', notReading],
    ['explain analyze delete from people', changing],
    ['explain/**/ANALYZE select 1', changing],
    ['select * from final table (delete from people)', changing],
    ['select * from "new" table (delete from people)', changing],
    ['select next value for counter', changing],
    [`select nextval('counter')`, changing],
    [`select "nextVal"('counter')`, changing],
    ['select `file_read`(1)', changing],
    [`select U&"\\006eextval"('counter')`, unreadable],
    ['select 1; select 2', several],
    [`select '\\'; delete from people --'`, several],
    ['select 1 -- \r; delete from people', several],
    [`select 1 // '\n; delete from people //'`, several],
    ['select 1 /* /* */ ; delete from people', unreadable],
    ['select 1 /* open', unreadable],
    ['select 1 as a$$ ; delete from people -- $$', unreadable],
    ['select 1\u00a0+ 1', unreadable],
    ['select 1\u2028+ 1', unreadable],
    ['select 🙂', unreadable],
  ])('%j', (sql, refusal) => {
    expect(refusalOf(sql)).toMatch(refusal)
  })

  test('a second statement is seen behind anything that is whole', () => {
    const piece = fc.constantFrom(
      `'a;''b'`,
      '"a;""b"',
      '`a;`',
      '$$;\'"$$',
      '-- ;\'"\n',
      '// ;\'"\r',
      '/* ;\'" */',
      ' ',
      'x',
      '1',
      '$1',
      '(',
      '-',
      '/',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const sql = `select ${pieces.join(' ')}`
        expect(refusalOf(sql)).toBeUndefined()
        expect(refusalOf(`${sql} ; delete from people`)).toMatch(several)
      }),
    )
  })
})

test('variables and seeds stay with a session', () => {
  for (const sql of ['select @a := 1', 'select set(@a, 1)', 'select rand(5)'])
    expect([sql, leavesTraces(sql)]).toEqual([sql, true])
  for (const sql of ['select 1', `select '@a rand()'`, '-- @a\nselect 1'])
    expect([sql, leavesTraces(sql)]).toEqual([sql, false])
})
