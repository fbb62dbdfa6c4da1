import fc from 'fast-check'
import { at, day, flag, id, m, type Names, n, price, ratio, word } from './reference.ts'

const few = fc.integer({ min: -4, max: 8 })
const spans = fc.constantFrom('minute', 'hour', 'day', 'week', 'month', 'quarter', 'year')
const truncations = fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year')
const parts = fc.constantFrom(
  'day-of-week',
  'day-of-month',
  'day-of-year',
  'week-of-year',
  'month-of-year',
  'quarter-of-year',
)
const days = fc.constantFrom('2022-01-01', '2022-12-31', '2023-03-05', '2024-02-29')
const patterns = fc.constantFrom('', 'a', 'B', 'ab', '%', '_', "'", '\\', 'ï', ',')

type Tied = fc.LetrecLooselyTypedTie

/** Texts that are never null: engines differ in what they make of nothing in a concatenation. */
const present = (tie: Tied) => fc.tuple(fc.constant('coalesce'), tie('text'), fc.constant('-'))

const numbers = (l: Names, tie: Tied) => [
  fc.constantFrom<unknown>(n(l), m(l), price(l), ratio(l), 3, -2, 0.5),
  fc.tuple(fc.constantFrom('+', '-', '*', '/'), tie('number'), tie('number')),
  fc.tuple(fc.constant('abs'), tie('number')),
  fc.tuple(fc.constantFrom('floor', 'ceil', 'float'), fc.constantFrom(price(l), ratio(l), n(l))),
  // Not of floats: engines differ in where halves go.
  fc.tuple(fc.constantFrom('round', 'integer'), fc.constantFrom(price(l), n(l))),
  fc.tuple(fc.constant('power'), fc.constant(m(l)), fc.constantFrom(0, 2, 3)),
  fc.tuple(fc.constant('sqrt'), fc.constant(m(l))),
  fc.tuple(fc.constant('coalesce'), tie('number'), tie('number')),
  fc
    .tuple(tie('condition'), tie('number'), tie('number'))
    .map(([when, then, otherwise]) => ['case', [[when, then]], { default: otherwise }]),
  fc.tuple(fc.constant('length'), tie('text')),
  fc.tuple(fc.constant('temporal-extract'), tie('moment'), parts),
  fc.tuple(fc.constant('datetime-diff'), tie('moment'), tie('moment'), spans),
]

const texts = (l: Names, tie: Tied) => [
  fc.constantFrom<unknown>(word(l), 'a,b'),
  fc.tuple(fc.constantFrom('upper', 'lower', 'trim'), tie('text')),
  fc.tuple(fc.constant('concat'), present(tie), present(tie)),
  fc.tuple(fc.constant('substring'), tie('text'), fc.constantFrom(1, 2), fc.constantFrom(1, 2)),
  fc.tuple(fc.constant('replace'), tie('text'), fc.constant('b'), fc.constantFrom('', 'x')),
  fc.tuple(fc.constant('split-part'), tie('text'), fc.constant(','), fc.constantFrom(1, 2)),
  fc.tuple(fc.constant('text'), fc.constantFrom(n(l), m(l))),
  fc.tuple(fc.constant('coalesce'), tie('text'), tie('text')),
  fc.tuple(fc.constant('regex-match-first'), tie('text'), fc.constantFrom('[0-9]+', '[a-zA-Z].')),
  fc.tuple(fc.constant('month-name'), fc.constantFrom(m(l), n(l))),
]

const moments = (l: Names, tie: Tied) => [
  fc.constantFrom<unknown>(at(l), day(l), at(l), day(l)),
  fc.tuple(fc.constantFrom('datetime-add', 'datetime-subtract'), tie('moment'), few, spans),
  fc.tuple(fc.constant('coalesce'), fc.constant(at(l)), days),
  fc.tuple(fc.constant('convert-timezone'), fc.constant(at(l)), fc.constant('+05:30')),
]

const columns = (l: Names) =>
  fc.constantFrom(n(l), m(l), price(l), ratio(l), word(l), at(l), day(l), flag(l))

const conditions = (l: Names, tie: Tied) => [
  fc.tuple(
    fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
    fc.constantFrom(n(l), m(l), price(l), ratio(l)),
    few,
  ),
  fc.tuple(fc.constantFrom('=', '!='), fc.constantFrom(n(l), m(l)), few, few),
  fc.tuple(fc.constantFrom('<', '>='), tie('formula'), few),
  fc.tuple(fc.constant('between'), fc.constantFrom(price(l), ratio(l)), few, few),
  fc.tuple(
    fc.constantFrom('contains', 'does-not-contain', 'starts-with', 'ends-with'),
    fc.constant(word(l)),
    patterns,
  ),
  fc.tuple(
    fc.constant('contains'),
    fc.record({ 'case-sensitive': fc.boolean() }),
    fc.constant(word(l)),
    patterns,
    patterns,
  ),
  fc.tuple(fc.constantFrom('=', '!=', '<', '<=', '>', '>='), fc.constantFrom(at(l), day(l)), days),
  fc.tuple(
    fc.constantFrom('=', '<='),
    truncations.map((unit) => at(l, unit)),
    days,
  ),
  fc.tuple(fc.constant('between'), fc.constantFrom(at(l), day(l)), days, days),
  fc.tuple(
    fc.constant('during'),
    fc.constantFrom(at(l), day(l)),
    days,
    fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
  ),
  fc.tuple(fc.constantFrom('is-null', 'not-null', 'is-empty', 'not-empty'), columns(l)),
  fc.constant(['=', flag(l), true]),
  fc.tuple(fc.constant('not'), tie('condition')),
  fc.tuple(fc.constantFrom('and', 'or'), tie('condition'), tie('condition')),
]

/** Values and conditions of entries, each made of others. */
const valuesOf = (l: Names) => {
  const size = { depthSize: 'small', maxDepth: 3 } as const
  return fc.letrec((tie) => ({
    number: fc.oneof(size, ...numbers(l, tie)),
    // Of a column at least: a number alone is no formula.
    formula: fc.tuple(
      fc.constantFrom('+', '*'),
      fc.constantFrom(n(l), price(l), ratio(l)),
      tie('number'),
    ),
    text: fc.oneof(size, ...texts(l, tie)),
    moment: fc.oneof(size, ...moments(l, tie)),
    condition: fc.oneof(size, ...conditions(l, tie)),
  }))
}

/** Structured queries of the ledger whose rows are the same on every engine, but for their order. */
export const anyQuestion = (l: Names): fc.Arbitrary<object> => {
  const { formula, text, moment, condition } = valuesOf(l)
  const source = { 'source-table': l.table('entries') }
  const accounts = (strategy: string) => ({
    'source-table': l.table('accounts'),
    alias: 'A',
    strategy,
    fields: [l.field('accounts.owner', { 'join-alias': 'A' })],
    condition: ['=', l.field('account_id'), l.field('accounts.id', { 'join-alias': 'A' })],
  })
  const optional = fc.record(
    {
      filter: condition,
      joins: fc.constantFrom('left-join', 'inner-join').map((it) => [accounts(it)]),
    },
    { requiredKeys: [] },
  )
  const named = (name: string) => ['expression', name]
  const expressions = fc.record({ number: formula, text, moment })

  const rows = fc
    .record({ expressions, optional, limit: fc.constantFrom(undefined, 7) })
    .map(({ expressions: own, optional: more, limit }) => ({
      ...source,
      ...more,
      expressions: own,
      fields: [id(l), ...Object.keys(own).map(named)],
      'order-by': [['asc', id(l)]],
      ...(limit === undefined ? {} : { limit }),
    }))

  const aggregation = fc.oneof(
    fc.constantFrom<unknown>(['count'], ['count', n(l)]),
    fc.tuple(
      fc.constantFrom('sum', 'min', 'max', 'avg', 'stddev', 'var', 'distinct'),
      fc.constantFrom(n(l), price(l), ratio(l)),
    ),
    fc.tuple(fc.constantFrom('sum', 'max', 'distinct'), formula),
    fc.tuple(fc.constantFrom('min', 'max', 'distinct'), fc.constantFrom(at(l), day(l))),
    fc.tuple(fc.constantFrom('count-where', 'share'), condition),
    fc.tuple(fc.constantFrom('sum-where', 'distinct-where'), fc.constant(n(l)), condition),
    fc.constant(['/', ['sum', n(l)], ['count']]),
  )
  const breakout = fc.oneof(
    fc.constantFrom<unknown>(n(l), m(l), word(l), flag(l), day(l), named('text'), named('number')),
    truncations.map((unit) => at(l, unit)),
    parts.map((unit) => day(l, unit)),
    fc
      .constantFrom(2, 2.5)
      .map((width) => l.field('price', { binning: { strategy: 'bin-width', 'bin-width': width } })),
  )
  const groups = fc
    .record({
      expressions: fc.record({ number: formula, text }),
      optional,
      aggregation: fc.array(aggregation, { minLength: 1, maxLength: 3 }),
      breakout: fc.uniqueArray(breakout, { maxLength: 2, selector: JSON.stringify }),
    })
    .map(({ optional: more, ...asked }) => ({ ...source, ...more, ...asked }))

  const count = ['field', 'count', { 'base-type': 'type/Integer' }]
  const nested = groups.map((inner) => ({
    'source-query': { ...inner, aggregation: [['count']] },
    aggregation: [['count'], ['max', count], ['sum', count]],
    filter: ['>', count, 1],
  }))
  return fc.oneof(rows, groups, nested)
}
