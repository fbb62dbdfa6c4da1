import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readStatement } from '../../../infra/engines/mongo/statement.ts'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { intervalReaders } from '../../../query-service/engine/mbql/schema/interval.ts'
import { momentReaders } from '../../../query-service/engine/mbql/schema/moment.ts'
import { partReaders } from '../../../query-service/engine/mbql/schema/part.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { dialects } from '../../../shared/sql/dialects/index.ts'
import { functionNames } from '../../../shared/sql/functions.ts'
import { truncationUnits } from '../../../shared/sql/temporal-unit.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const { status, total, quantity, createdAt, loadedAt } = orders

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((it) => !it.includes('\u0000'))
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((it) => it.toISOString().slice(0, 10))
const field = (...ids: number[]) => fc.constantFrom(...ids).map((id) => ['field', id, null])
const bucketed = fc
  .tuple(fc.constantFrom(createdAt, loadedAt), fc.constantFrom(...truncationUnits))
  .map(([id, unit]) => ['field', id, { 'temporal-unit': unit }])

const { filter } = fc.letrec((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(fc.constantFrom('=', '!='), field(status), text),
    fc.tuple(fc.constantFrom('contains', 'does-not-contain', 'starts-with'), field(status), text),
    fc.tuple(fc.constantFrom('<', '<=', '>', '>=', '='), field(total, quantity), number),
    fc.tuple(fc.constant('between'), bucketed, day, day),
    fc.tuple(fc.constantFrom('is-null', 'not-empty'), field(status, total, createdAt)),
    fc.tuple(fc.constant('not'), tie('filter')),
    fc.tuple(fc.constantFrom('and', 'or'), tie('filter'), tie('filter')),
  ),
}))

const { formula } = fc.letrec((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small' },
    field(total, quantity),
    number,
    fc.tuple(fc.constantFrom('+', '-', '*', '/', 'power'), tie('formula'), tie('formula')),
    fc.tuple(fc.constantFrom('abs', 'floor', 'round', 'sqrt'), tie('formula')),
    fc.tuple(fc.constant('coalesce'), tie('formula'), number),
    fc.tuple(fc.constant('length'), fc.tuple(fc.constant('concat'), field(status), text)),
    fc.tuple(fc.constant('case'), fc.tuple(fc.tuple(filter, tie('formula')))),
    fc.tuple(fc.constant('datetime-diff'), bucketed, day, fc.constantFrom('day', 'month', 'hour')),
    fc.tuple(fc.constant('get-week'), bucketed),
  ),
}))

const aggregation = fc.oneof(
  fc.constant(['count']),
  fc.constant(['cum-count']),
  fc.tuple(fc.constantFrom('sum', 'avg', 'stddev', 'distinct', 'cum-sum'), field(total, quantity)),
  fc.tuple(fc.constantFrom('sum', 'max'), formula.filter(Array.isArray)),
  fc.tuple(fc.constantFrom('share', 'count-where'), filter),
  fc.tuple(fc.constant('/'), fc.constant(['count']), number),
)

const join = text
  .filter((it) => it.trim() !== '' && !/[?$]/.test(it))
  .map((alias) => ({
    alias,
    'source-table': 2,
    fields: 'all',
    condition: ['=', ['field', status, null], ['field', 30, { 'join-alias': alias }]],
  }))

const { query } = fc.letrec((tie) => ({
  query: fc
    .record(
      {
        'source-table': fc.constant(orders.table),
        'source-query': tie('query'),
        joins: fc.uniqueArray(join, { maxLength: 2, selector: ({ alias }) => alias }),
        expressions: fc.record({ one: formula, 'the "other"': formula }),
        filter,
        aggregation: fc.array(aggregation, { maxLength: 3 }),
        breakout: fc.array(fc.oneof(field(status, quantity), bucketed), { maxLength: 3 }),
        limit: fc.nat(),
      },
      { requiredKeys: ['source-table', 'expressions'] },
    )
    .map(({ 'source-query': inner, ...rest }) => {
      if (!inner) return rest
      const { 'source-table': _, joins: __, ...outer } = rest
      return { ...outer, 'source-query': { ...Object(inner), aggregation: [], breakout: [] } }
    }),
}))

const compile = (raw: unknown, engine: string) =>
  compileMbql(raw, shopCatalogue(engine), { maxRows: defaultCaps })

const placeholders = /\?|\$\d+/g

test.each([...dialects.keys()])(
  'every valid query compiles, every value is bound: %s',
  (engine) => {
    fc.assert(
      fc.property(query, (raw) => {
        const { compiled, columns = [], shown } = compile(raw, engine)
        expect(compiled.sql.match(placeholders) ?? []).toHaveLength(compiled.parameters.length)
        expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length)
        expect(shown({ pretty: false })).not.toBe('')
      }),
      { numRuns: 300 },
    )
  },
  60_000,
)

test('every valid query compiles to a pipeline that only reads, with a key for each column', () => {
  fc.assert(
    fc.property(query, (raw) => {
      const { compiled, columns = [] } = compile(raw, 'mongo')
      const { collection } = readStatement(compiled.sql)
      expect(collection).toBe('orders')
      const keys = compiled.columns?.map(({ name }) => name) ?? []
      expect(new Set(keys).size).toBe(columns.length)
      expect(keys.filter((key) => key.startsWith('$') || key.includes('.'))).toEqual([])
    }),
    { numRuns: 150 },
  )
}, 60_000)

const isRefusedOrCompiled = (raw: unknown): boolean => {
  try {
    return compile(raw, 'postgres').compiled.sql.startsWith('SELECT')
  } catch (error) {
    return error instanceof Refusal
  }
}

const words = fc.constantFrom(
  ...functionNames,
  ...momentReaders.keys(),
  ...partReaders.keys(),
  ...intervalReaders.keys(),
  'case',
  'percentile',
  'count-where',
  'offset',
  'expression',
  'fk->',
  'binning-strategy',
  'interval',
  'month',
  'inside',
  'and',
  'not',
  '=',
  'in',
  'between',
  'contains',
  'field',
  'field-id',
  'datetime-field',
  'value',
  'count',
  'sum',
  'asc',
  'aggregation-options',
  'constructor',
  '__proto__',
)

const { junk } = fc.letrec((tie) => ({
  junk: fc.oneof(
    { depthSize: 'medium' },
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
    fc.integer({ min: 9, max: 21 }),
    words,
    fc.tuple(words, tie('junk')),
    fc.tuple(words, tie('junk'), tie('junk')),
    fc.tuple(fc.constant('field'), fc.integer({ min: 9, max: 21 }), tie('junk')),
    fc.array(tie('junk'), { maxLength: 4 }),
  ),
}))

test('junk is refused with a Refusal, never with another error', () => {
  const keys = [
    'fields',
    'filter',
    'aggregation',
    'breakout',
    'order-by',
    'limit',
    'page',
    'joins',
    'expressions',
  ] as const
  const members = Object.fromEntries(keys.map((key) => [key, junk]))
  const around = fc.record(
    { 'source-table': fc.constant(orders.table), ...members },
    { requiredKeys: ['source-table'] },
  )
  fc.assert(
    fc.property(fc.oneof(around, fc.anything()), (raw) => {
      expect(isRefusedOrCompiled(raw)).toBe(true)
    }),
    { numRuns: 1500 },
  )
}, 60_000)
