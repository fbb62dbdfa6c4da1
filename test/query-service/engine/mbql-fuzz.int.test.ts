import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { labEngines } from '../../support/engine-lab.ts'
import { openShop, type ShopLab } from '../../support/shop-lab.ts'

/** The same questions every time: what is looked for is SQL an engine does not take. */
const sampling = { seed: 20_240_229, numRuns: 40 }

const units = fc.constantFrom('second', 'hour', 'day', 'week', 'month', 'quarter', 'year')
const parts = fc.constantFrom(
  'day-of-week',
  'week-of-year',
  'week-of-year-us',
  'week-of-year-iso',
  'quarter-of-year',
)
const few = fc.integer({ min: -5, max: 5 })

/** Values, moments and conditions of the table `sales`, each made of others. */
const formulas = ({ field }: ShopLab) =>
  fc.letrec((tie) => ({
    number: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constantFrom<unknown>(field('sales.amount'), field('sales.pieces'), 1.5, -7),
      fc.tuple(fc.constantFrom('+', '-', '*', '/'), tie('number'), tie('number')),
      fc.tuple(fc.constantFrom('abs', 'floor', 'round', 'integer', 'float'), tie('number')),
      fc.tuple(fc.constant('coalesce'), tie('number'), tie('number')),
      fc.tuple(fc.constant('case'), fc.tuple(fc.tuple(tie('condition'), tie('number')))),
      fc.tuple(fc.constant('length'), tie('text')),
      fc.tuple(fc.constant('datetime-diff'), tie('moment'), tie('moment'), units),
      fc.tuple(fc.constant('temporal-extract'), tie('moment'), parts),
    ),
    text: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constantFrom<unknown>(field('sales.kind'), "it's", 'http://a.b.co.uk/x?y#z'),
      fc.tuple(fc.constantFrom('upper', 'trim', 'host', 'subdomain', 'path'), tie('text')),
      fc.tuple(fc.constant('concat'), tie('text'), tie('number')),
      fc.tuple(fc.constant('text'), tie('number')),
      fc.tuple(fc.constant('substring'), tie('text'), fc.constant(1), fc.constant(2)),
      fc.tuple(fc.constant('split-part'), tie('text'), fc.constant('.'), fc.constant(2)),
      fc.tuple(fc.constant('replace'), tie('text'), tie('text'), tie('text')),
      fc.tuple(fc.constant('regex-match-first'), tie('text'), fc.constant('[a-z]+')),
      fc.tuple(fc.constantFrom('month-name', 'day-name'), few),
    ),
    moment: fc.oneof(
      { depthSize: 'small', maxDepth: 2 },
      fc.constantFrom<unknown>(
        field('sales.sold_at'),
        field('people.born', { 'source-field': field('sales.person_id')[1] }),
        ['now'],
        ['coalesce', field('sales.sold_at'), '2024-01-01'],
      ),
      fc.tuple(fc.constant('datetime-add'), tie('moment'), few, units),
      fc.tuple(fc.constant('relative-datetime'), few, units),
      fc.tuple(fc.constant('convert-timezone'), tie('moment'), fc.constantFrom('UTC', '+02:00')),
    ),
    condition: fc.oneof(
      { depthSize: 'small', maxDepth: 2 },
      fc.tuple(fc.constantFrom('=', '!=', '<'), fc.tuple(fc.constant('abs'), tie('number')), few),
      fc.tuple(fc.constantFrom('=', '!=', '<'), tie('moment'), tie('moment')),
      fc.tuple(fc.constant('contains'), fc.tuple(fc.constant('lower'), tie('text')), tie('word')),
      fc.tuple(fc.constant('time-interval'), tie('moment'), few, units),
      fc.tuple(fc.constant('is-null'), fc.tuple(fc.constant('upper'), tie('text'))),
      fc.tuple(fc.constant('not'), tie('condition')),
      fc.tuple(fc.constantFrom('and', 'or'), tie('condition'), tie('condition')),
    ),
    word: fc.constantFrom('a', '%', "'"),
  }))

const grouped = (aggregation: readonly unknown[]) => ({
  aggregation,
  breakout: ['number', 'text', 'moment'].map((name) => ['expression', name]),
  'order-by': [
    ['desc', ['aggregation', 0]],
    ['desc', ['expression', 'text']],
  ],
})

/** The same expressions as they are, grouped, summed up along the groups, and asked again. */
const shapes: readonly ((query: object, condition: unknown) => object)[] = [
  (query) => query,
  (query, condition) => ({
    ...query,
    ...grouped([
      ['max', ['expression', 'number']],
      ['count-where', condition],
    ]),
  }),
  (query) => ({
    ...query,
    ...grouped([
      ['cum-sum', ['expression', 'number']],
      ['/', ['cum-count'], ['count']],
    ]),
  }),
  (query) => ({
    'source-query': query,
    aggregation: [['count']],
    breakout: ['text', 'moment'].map((name) => ['field', name, { 'base-type': 'type/*' }]),
  }),
]

describe.each(labEngines)('%s', (engine) => {
  let shop: ShopLab

  beforeAll(async () => {
    shop = await openShop(engine)
  }, 60_000)
  afterAll(() => shop.lab.close(), 30_000)

  test.each(shapes.map((shape, index) => [index, shape] as const))(
    'takes whatever SQL is made of formulas: shape %d',
    async (_, shape) => {
      const { number, text, moment, condition } = formulas(shop)
      const expressions = fc.record({ number, text, moment })
      for (const [named, filter] of fc.sample(fc.tuple(expressions, condition), sampling)) {
        const query = shape(
          { 'source-table': shop.table('sales'), expressions: named, filter },
          filter,
        )
        const failure = await shop.lab.ask(query).then(
          () => undefined,
          (error: Error) => ({ message: error.message, query: JSON.stringify(query) }),
        )
        expect(failure).toBeUndefined()
      }
    },
    60_000,
  )
})
