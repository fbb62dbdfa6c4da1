import { expect, test } from '@jest/globals'
import { exportCaps } from '../../../query-service/engine/limits.ts'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { groupingsOf } from '../../../query-service/engine/mbql/pivot/groupings.ts'
import type { Pivot } from '../../../query-service/engine/mbql/pivot/pivot.ts'
import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'

const pivot = (
  rows: readonly number[],
  columns: readonly number[],
  more: Partial<Pivot> = {},
): Pivot => ({ rows, columns, rowTotals: true, columnTotals: true, ...more })

const noRows = { rowTotals: false }
const noColumns = { columnTotals: false }

const groupings: readonly (readonly [string, number, Pivot, readonly number[]])[] = [
  ['the worked example', 3, pivot([1, 0], [2]), [0, 1, 3, 4, 5, 7]],
  ['without totals of rows', 3, pivot([1, 0], [2], noRows), [0, 1, 3]],
  ['without totals of columns', 3, pivot([1, 0], [2], noColumns), [0, 4]],
  ['without totals', 3, pivot([1, 0], [2], { ...noRows, ...noColumns }), [0]],
  ['the rows the other way round', 3, pivot([0, 1], [2]), [0, 2, 3, 4, 6, 7]],
  ['neither rows nor columns: all subsets', 3, pivot([], []), [0, 1, 2, 3, 4, 5, 6, 7]],
  ['all subsets, whatever is totalled', 1, pivot([], [], noRows), [0, 1]],
  ['rows alone', 2, pivot([0, 1], []), [0, 2, 3]],
  ['rows alone, totals of columns off', 2, pivot([0, 1], [], noColumns), [0]],
  ['columns alone', 2, pivot([], [0, 1]), [0, 3]],
  [
    'a breakout that is neither is in the cells only',
    3,
    pivot([0], [1]),
    [0, 4 + 2, 4 + 1, 7].sort(),
  ],
  ['three rows and two columns', 5, pivot([0, 1, 2], [3, 4]), [0, 4, 6, 7, 24, 28, 30, 31]],
  [
    'a sheet without totals knows its rows and columns',
    3,
    pivot([0, 1], [2], { ...noRows, ...noColumns, forSheet: true }),
    [0, 3, 4],
  ],
  [
    'thirty breakouts',
    30,
    pivot([29], [0]),
    [0, 2 ** 30 - 2, 2 ** 29 - 1, 2 ** 30 - 1].sort((a, b) => a - b),
  ],
]

test.each(groupings)('groupings: %s', (_, breakouts, of, expected) => {
  expect(groupingsOf(breakouts, of)).toEqual(expected)
})

const { status, quantity, total, createdAt } = orders
const field = (id: number, unit?: string) => [
  'field',
  id,
  unit === undefined ? null : { 'temporal-unit': unit },
]
const question = {
  'source-table': orders.table,
  aggregation: [['count'], ['avg', field(total)]],
  breakout: [field(status), field(createdAt, 'month')],
}
const compile = (query: object, of: Pivot, engine = 'postgres') =>
  compileMbql({ ...question, ...query }, shopCatalogue(engine), { maxRows: exportCaps, pivot: of })
const sqlOf = (query: object, of: Pivot, engine?: string) => compile(query, of, engine).compiled

const month = `date_trunc('month', "orders"."created_at")`

test('one pass over the rows where the engine has grouping sets', () => {
  expect(sqlOf({}, pivot([0], [1])).sql).toBe(
    `SELECT "orders"."status" AS "status", ${month} AS "created_at", ` +
      `GROUPING(${month}, "orders"."status") AS "pivot-grouping", COUNT(*) AS "count", ` +
      'AVG("orders"."total") AS "avg" FROM "public"."orders" GROUP BY GROUPING SETS ( ' +
      `("orders"."status", ${month}), (${month}), ("orders"."status"), () ) ` +
      'ORDER BY 3 ASC, 1 ASC, 2 ASC',
  )
})

const totals = { aggregation: [['count']], breakout: [field(status)] }

test.each([
  ['mysql', '`orders`', '`'],
  ['h2', '"public"."orders"', '"'],
])('or else a select for each grouping: %s', (engine, table, quote) => {
  const name = (text: string) => `${quote}${text}${quote}`
  const counted = `AS ${name('pivot-grouping')}, COUNT(*) AS ${name('count')} FROM ${table}`
  const column = `${name('orders')}.${name('status')}`
  expect(sqlOf(totals, pivot([0], []), engine).sql).toBe(
    `SELECT ${column} AS ${name('status')}, 0 ${counted} GROUP BY ${column} UNION ALL ` +
      `SELECT NULL AS ${name('status')}, 1 ${counted} ORDER BY 2 ASC, 1 ASC`,
  )
})

test('each binds the values again, and so do all engines where a breakout binds one', () => {
  const query = {
    expressions: { double: ['*', field(quantity), 2] },
    filter: ['>', field(total), 5],
    aggregation: [['count']],
    breakout: [['expression', 'double']],
  }
  const { sql, parameters } = sqlOf(query, pivot([0], []))
  expect(sql).toContain(' UNION ALL ')
  expect(sql).toContain('GROUP BY 1 UNION ALL SELECT NULL AS "double", 1 AS "pivot-grouping"')
  expect(parameters).toEqual([2, 5, 5])
})

test('of its orders those by aggregations are kept, before the breakouts', () => {
  const query = {
    'order-by': [
      ['desc', field(status)],
      ['desc', ['aggregation', 1]],
    ],
  }
  expect(sqlOf(query, pivot([0], [1])).sql).toMatch(/ ORDER BY 3 ASC, 5 DESC, 1 ASC, 2 ASC$/)
})

test.each([
  ['a limit', { limit: 1 }],
  ['a page', { page: { page: 2, items: 1 } }],
])('%s of its own, which would cut the totals off, is dropped; caps hold', (_, slice) => {
  for (const asked of [pivot([0], [1]), pivot([], []), pivot([0], [1], { forSheet: true })]) {
    const limited = compile(slice, asked)
    expect(limited.compiled).toEqual(sqlOf({}, asked))
    expect(limited.rowLimit).toEqual({ rows: exportCaps.aggregated, cap: exportCaps.aggregated })
  }
  const source = { 'source-query': { 'source-table': orders.table, limit: 7 } }
  const nested = { ...source, 'source-table': undefined, aggregation: [['count']], ...slice }
  const breakout = [['field', 'status', { 'base-type': 'type/Text' }]]
  const { sql } = sqlOf({ ...nested, breakout }, pivot([0], []))
  expect(sql.match(/LIMIT .*?(?= \))/g)).toEqual(['LIMIT 7'])
})

test('windows go along the groups of each grouping by themselves', () => {
  const query = { ...totals, aggregation: [['cum-count']] }
  expect(sqlOf(query, pivot([0], [])).sql).toBe(
    'SELECT "source"."c1" AS "status", "source"."c2" AS "pivot-grouping", ' +
      'SUM("source"."c3") OVER (PARTITION BY "source"."c2" ORDER BY "source"."c1" ASC ' +
      'ROWS UNBOUNDED PRECEDING) AS "count" FROM ( SELECT "orders"."status" AS "c1", ' +
      'GROUPING("orders"."status") AS "c2", COUNT(*) AS "c3" FROM "public"."orders" ' +
      'GROUP BY GROUPING SETS ( ("orders"."status"), () ) ) AS "source" ' +
      'ORDER BY "source"."c2" ASC, "source"."c1" ASC',
  )
})

test('a column between breakouts and aggregations tells the groupings apart', () => {
  const { columns } = compile({}, pivot([0], [1]))
  expect(columns?.map(({ name, source }) => [name, source])).toEqual([
    ['status', 'breakout'],
    ['created_at', 'breakout'],
    ['pivot-grouping', 'breakout'],
    ['count', 'aggregation'],
    ['avg', 'aggregation'],
  ])
  expect(columns?.[2]).toEqual({
    name: 'pivot-grouping',
    display_name: 'pivot-grouping',
    base_type: 'type/Integer',
    effective_type: 'type/Integer',
    semantic_type: null,
    source: 'breakout',
    field_ref: ['expression', 'pivot-grouping'],
    expression_name: 'pivot-grouping',
  })
})

test('a sheet has rows, then columns, and nothing else', () => {
  const query = { breakout: [field(quantity), field(status), field(createdAt, 'month')] }
  const sheet = pivot([2], [0], { forSheet: true })
  const { columns, resolved } = compile(query, sheet)
  expect(columns?.slice(0, 3).map(({ name }) => name)).toEqual([
    'created_at',
    'quantity',
    'pivot-grouping',
  ])
  expect(resolved.groupings).toEqual([0, 1, 2, 3])
})

const nine = [status, quantity, total, orders.id, orders.paid, orders.views, orders.discount]
  .map((id) => field(id))
  .concat([field(createdAt, 'day'), field(createdAt, 'year')])

const refused: readonly (readonly [string, object, Pivot, string])[] = [
  ['no breakout', { breakout: [] }, pivot([], []), 'A pivot needs breakouts.'],
  ['no aggregation', { aggregation: [] }, pivot([0], [1]), 'A pivot needs an aggregation.'],
  [
    'a breakout twice',
    { breakout: [field(status), field(status)] },
    pivot([0], [1]),
    'A pivot names each of its breakouts once.',
  ],
  [
    'too many combinations',
    { breakout: nine },
    pivot([], []),
    'A pivot that does not say which are rows and which are columns has 8 breakouts at the most.',
  ],
  [
    'too many breakouts',
    { breakout: Array.from({ length: 31 }, () => field(status)) },
    pivot([0], [1]),
    'A pivot has 30 breakouts at the most.',
  ],
]

test.each(refused)('%s is refused', (_, query, of, message) => {
  expect(() => compile(query, of)).toThrow(expect.objectContaining({ kind: 'validation', message }))
})

test('nine breakouts are no combination too many where it is said how they stand', () => {
  expect(compile({ breakout: nine }, pivot([0, 1, 2], [8])).resolved.groupings).toHaveLength(8)
})

test.each([
  ['row', pivot([2], [0]), 'There is no breakout 2: the query has 2, counted from 0.'],
  ['column', pivot([0], [9]), 'There is no breakout 9: the query has 2, counted from 0.'],
  [
    'row of a sheet',
    pivot([2], [0], { forSheet: true }),
    'There is no breakout 2: the query has 2, counted from 0.',
  ],
  [
    'measure',
    pivot([0], [1], { measures: [2] }),
    'There is no aggregation 2: the query has 2, counted from 0.',
  ],
])('a %s that is not there fails', (_, of, message) => {
  expect(() => compile({}, of)).toThrow(new QueryProblem('invalid-query', message))
})
