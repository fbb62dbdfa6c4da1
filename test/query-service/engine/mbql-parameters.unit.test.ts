import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compileResolved, resolveParsed } from '../../../query-service/engine/mbql/compile.ts'
import { targetsOf, withParameters } from '../../../query-service/engine/mbql/parameters.ts'
import { parseMbql } from '../../../query-service/engine/mbql/schema.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { BoundValue } from '../../../shared/ports/engine-driver.ts'
import type { RawParameter } from '../../../shared/sql/parameter.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const compile = (parameters: readonly RawParameter[], query: object = {}) => {
  const parsed = parseMbql(
    'source-query' in query
      ? query
      : { 'source-table': orders.table, aggregation: ['count'], ...query },
  )
  const resolved = resolveParsed(withParameters(parsed, parameters), shopCatalogue('postgres'))
  return compileResolved(resolved, 'postgres', { maxRows: defaultCaps }).compiled
}

const field = (id: number, options: object | null = null) => ['field', id, options]
const on = (id: number, options: object | null = null) => ['dimension', field(id, options)]

const where = (type: string, id: number, value: unknown, more: object = {}) => {
  const { sql, parameters } = compile([{ type, target: on(id), value, ...more }])
  const [, condition = ''] = sql.split(' WHERE ')
  return [condition.replaceAll('"orders".', ''), parameters]
}

const { status, quantity, total, createdAt, paid } = orders

const cases: readonly (readonly [string, number, unknown, string, readonly BoundValue[]])[] = [
  ['string/=', status, ['new', 'paid'], '"status" IN ($1, $2)', ['new', 'paid']],
  ['string/=', status, 'new', '"status" = $1', ['new']],
  ['string/!=', status, ['new'], '"status" <> $1 OR "status" IS NULL', ['new']],
  ['string/contains', status, ['e%'], `"status" LIKE $1 ESCAPE '!'`, ['%e!%%']],
  ['category', status, 'new', '"status" = $1', ['new']],
  ['id', orders.id, ['5', 6], '"id" IN (CAST($1 AS bigint), CAST($2 AS bigint))', [5, 6]],
  ['location/city', status, 'Oslo', '"status" = $1', ['Oslo']],
  ['number/>=', quantity, ['5'], '"quantity" >= CAST($1 AS bigint)', [5]],
  [
    'number/between',
    quantity,
    [1, 3],
    '"quantity" BETWEEN CAST($1 AS bigint) AND CAST($2 AS bigint)',
    [1, 3],
  ],
  ['number/between', quantity, [1, null], '"quantity" >= CAST($1 AS bigint)', [1]],
  ['number/between', quantity, [null, 3], '"quantity" <= CAST($1 AS bigint)', [3]],
  ['boolean/=', paid, true, '"paid" = CAST($1 AS boolean)', [true]],
]

describe('a parameter is a condition', () => {
  test.each(cases)('%s on %d: %j', (type, id, value, condition, parameters) => {
    expect(where(type, id, value)).toEqual([condition, parameters])
  })

  test('options of a search', () => {
    const [condition] = where('string/contains', status, 'e', {
      options: { 'case-sensitive': false },
    })
    expect(condition).toContain('ILIKE')
  })

  test.each([null, undefined, '', []].map((value) => [value]))('%j is none', (value) => {
    expect(compile([{ type: 'category', target: on(status), value }]).sql).not.toContain('WHERE')
  })

  test('without a value the default is one', () => {
    expect(where('category', status, null, { default: ['new'] })).toEqual([
      '"status" = $1',
      ['new'],
    ])
  })

  test('all of them hold, beside what the query says itself', () => {
    const { sql } = compile(
      [
        { type: 'category', target: on(status), value: 'new' },
        { type: 'number/=', target: on(total), value: [1] },
      ],
      { filter: ['or', ['=', field(paid), true], ['is-null', field(paid)]] },
    )
    expect(sql.split(' WHERE ')[1]).toBe(
      '("orders"."paid" = CAST($1 AS boolean) OR "orders"."paid" IS NULL) ' +
        'AND "orders"."status" = $2 AND "orders"."total" = CAST($3 AS bigint)',
    )
  })
})

const months = (from: string, to: string) => [
  '"created_at" >= CAST($1 AS timestamp) AND "created_at" < CAST($2 AS timestamp)',
  [`${from} 00:00:00`, `${to} 00:00:00`],
]

describe('dates', () => {
  test.each([
    ['date/single', '2024-03-05', months('2024-03-05', '2024-03-06')],
    ['date/range', '2024-03-01~2024-03-31', months('2024-03-01', '2024-04-01')],
    ['date/month-year', '2024-03', months('2024-03-01', '2024-04-01')],
    ['date/quarter-year', 'Q2-2024', months('2024-04-01', '2024-07-01')],
    [
      'date/all-options',
      '~2024-03-05',
      ['"created_at" < CAST($1 AS timestamp)', ['2024-03-05 00:00:00']],
    ],
    [
      'date/all-options',
      '2024-03-05~',
      ['"created_at" >= CAST($1 AS timestamp)', ['2024-03-06 00:00:00']],
    ],
  ])('%s %s', (type, value, expected) => {
    expect(where(type, createdAt, value)).toEqual(expected)
  })

  test.each([
    ['today', 'day', [1]],
    ['yesterday', 'day', [-1]],
    ['thismonth', 'month', [1]],
    ['lastyear', 'year', [-1]],
    ['past3months', 'month', [-3]],
    ['past3months~', 'month', [-3, 1]],
    ['next2quarters', 'quarter', [1, 3]],
    ['past30days-from-7days', 'day', [-30, -7, -7]],
  ])('%s', (value, unit, steps) => {
    const [condition, parameters] = where('date/relative', createdAt, value)
    expect(condition).toContain(`date_trunc('${unit}', now())`)
    expect(parameters).toEqual(steps)
  })

  test.each([
    ['exclude-days-Mon-Tue', 'dow', [2, 3]],
    ['exclude-months-Jan', 'month', [1]],
    ['exclude-quarters-1', 'quarter', [1]],
    ['exclude-hours-0-1', 'hour', [0, 1]],
  ])('%s', (value, part, values) => {
    const [condition, parameters] = where('date/all-options', createdAt, value)
    expect(condition).toContain(`extract(${part} FROM`)
    expect(parameters).toEqual(values)
  })

  test('the unit a column is grouped by is not the one it is filtered by', () => {
    const target = on(createdAt, { 'temporal-unit': 'year' })
    const { parameters } = compile([{ type: 'date/single', target, value: '2024-03-05' }])
    expect(parameters).toEqual(['2024-03-05 00:00:00', '2024-03-06 00:00:00'])
  })
})

test('a temporal unit regroups', () => {
  const breakout = [field(createdAt, { 'temporal-unit': 'month' })]
  const { sql } = compile([{ type: 'temporal-unit', target: on(createdAt), value: 'year' }], {
    breakout,
    'order-by': [['desc', breakout[0]]],
  })
  expect(sql).not.toContain('month')
  expect(sql).toMatch(/ORDER BY date_trunc\('year', "orders"."created_at"\) DESC$/)
})

test('a stage is chosen by its number, the outermost when none is', () => {
  const query = { 'source-query': { 'source-table': orders.table, limit: 5 } }
  const parameter = { type: 'category', value: 'new' }
  const inner = compile(
    [{ ...parameter, target: ['dimension', field(status), { 'stage-number': 0 }] }],
    query,
  )
  expect(inner.sql).toContain('"orders"."status" = $1 LIMIT 5 )')
  const outer = compile([{ ...parameter, target: on(status) }], query)
  expect(outer.sql).toContain('WHERE "source"."status" = $1')
})

describe('what a parameter is about', () => {
  test.each([
    ['lower', ['lower', field(status)]],
    ['concat', ['concat', 'x', field(status)]],
    ['coalesce', ['coalesce', field(status), '']],
    ['substring', ['Substring', field(status), 1, 1]],
    ['an aggregation', ['aggregation', 0]],
    ['a tag', ['template-tag', 'x']],
    ['a text', 'status'],
    ['nothing', undefined],
  ])('is never %s, with or without a value', (_, reference) => {
    expect(() => targetsOf([{ target: ['dimension', reference] }])).toThrow(Refusal)
    const unit = { type: 'temporal-unit', target: ['dimension', reference], value: 'year' }
    expect(() => compile([unit])).toThrow(Refusal)
  })

  test('is a column or an expression of the query, by its name', () => {
    const references = [field(status), ['FIELD_ID', total], ['expression', 'double'], paid]
    const targets = references.map((reference) => ({ target: ['Dimension', reference] }))
    expect(targetsOf([...targets, { value: 1 }])).toMatchObject([
      { kind: 'field', id: status },
      { kind: 'field', id: total },
      { kind: 'expression', name: 'double' },
      { kind: 'field', id: paid },
    ])
  })
})

test('junk is refused with a Refusal, never with another error', () => {
  const junk = fc.oneof(
    fc.anything(),
    fc.constantFrom('today', '2024-02-30', 'past99999days', { toString: 1 }, [{ toString: 1 }]),
  )
  const parameter = fc.record({
    type: fc.constantFrom(
      'category',
      'date/single',
      'number/between',
      'string/contains',
      'temporal-unit',
    ),
    target: fc.oneof(fc.constant(on(createdAt)), fc.constant(on(status)), fc.tuple(junk, junk)),
    value: fc.oneof(junk, fc.array(junk)),
    options: junk,
  })
  fc.assert(
    fc.property(parameter, (raw) => {
      try {
        compile([raw])
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }),
    { numRuns: 500 },
  )
}, 60_000)

describe('what does not fit is refused, never left out', () => {
  test.each<readonly [string, RawParameter, string]>([
    ['no target', { type: 'category', value: 1 }, 'parameters[0].target'],
    ['a tag', { target: ['variable', ['template-tag', 'x']], value: 1 }, 'parameters[0].target'],
    [
      'no column',
      { target: ['dimension', ['template-tag', 'x']], value: 1 },
      'parameters[0].target',
    ],
    [
      'an expression of a column',
      { target: ['dimension', ['lower', field(status)]], value: 'new' },
      'parameters[0].target',
    ],
    ['no such type', { type: 'sql/raw', target: on(status), value: 1 }, 'parameters[0].value'],
    [
      'two values for one',
      { type: 'number/>=', target: on(total), value: [1, 2] },
      'parameters[0].value',
    ],
    [
      'a range of no ends',
      { type: 'number/between', target: on(total), value: [null, null] },
      'parameters[0].value',
    ],
    [
      'no date',
      { type: 'date/single', target: on(createdAt), value: `2024-03-05'--` },
      'parameters[0].value',
    ],
    [
      'a day of the week that is none',
      { type: 'date/all-options', target: on(createdAt), value: 'exclude-days-Foo' },
      'parameters[0].value',
    ],
    [
      'an hour that is none',
      { type: 'date/all-options', target: on(createdAt), value: 'exclude-hours-23-24' },
      'parameters[0].value',
    ],
    [
      'a quarter that is none',
      { type: 'date/all-options', target: on(createdAt), value: 'exclude-quarters-0' },
      'parameters[0].value',
    ],
    [
      'a text for a number',
      { type: 'number/=', target: on(total), value: ['x'] },
      'parameters[0][1]',
    ],
    ['an object', { type: 'category', target: on(status), value: { a: 1 } }, 'parameters[0][2]'],
    [
      'a unit that is none',
      { type: 'temporal-unit', target: on(createdAt), value: 'eon' },
      'parameters[0].value',
    ],
    [
      'a stage that is none',
      { target: ['dimension', field(status), { 'stage-number': 3 }], value: 1 },
      'parameters[0].target',
    ],
  ])('%s', (_, parameter, path) => {
    try {
      compile([parameter])
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      if (error instanceof Refusal) expect(Object.keys(error.extras.errors ?? {})).toEqual([path])
      return
    }
    throw new Error('It was not refused.')
  })
})
