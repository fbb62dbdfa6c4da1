import { expect, test } from '@jest/globals'
import { openCollections } from '../../../support/pipeline-shop.ts'

const int = ['int', 'type/Integer'] as const
const text = ['string', 'type/Text'] as const

const shape = { rows: { id: int, n: int, m: int, t: text, 'in.n': int } }
const { lab, table, field } = openCollections(shape, {
  rows: [
    { id: 1, n: 1, m: 1, t: 'a', in: { n: 1 } },
    { id: 2, n: null, m: null, t: null, in: null },
    { id: 3 },
    { id: 4, n: 2, m: 1, t: '', in: {} },
    { id: 5, n: 0, t: 'A', in: { n: 0 } },
  ],
})
const [id, n, m, t, inner] = ['id', 'n', 'm', 't', 'in.n'].map((it) => field(`rows.${it}`))
const rows = { 'source-table': table('rows') }

/** By `$match` alone, and as an expression. */
const kept = async (filter: unknown) => {
  const matched = await lab.ask({
    ...rows,
    fields: [id],
    filter,
    'order-by': [['asc', id]],
  })
  const told = await lab.ask({
    ...rows,
    expressions: { held: ['case', [[filter, 1]], { default: 0 }] },
    fields: [id, ['expression', 'held']],
    'order-by': [['asc', id]],
  })
  const ids = matched.map(([it]) => it)
  expect(told.filter(([, held]) => held === 1).map(([it]) => it)).toEqual(ids)
  return ids
}

test.each([
  [['=', n, 1], [1]],
  [['=', n, m], [1]],
  [
    ['!=', n, 1],
    [2, 3, 4, 5],
  ],
  [
    ['!=', n, m],
    [2, 3, 4],
  ],
  [
    ['<', n, 2],
    [1, 5],
  ],
  [['<', n, m], []],
  [['<=', n, m], [1]],
  [['>', n, m], [4]],
  [
    ['>=', n, m],
    [1, 4],
  ],
  [
    ['not', ['<', n, 1]],
    [1, 4],
  ],
  [
    ['between', n, 0, 1],
    [1, 5],
  ],
  [
    ['between', n, m, 9],
    [1, 4],
  ],
  [['between', n, 0, m], [1]],
  [['not', ['between', n, 1, 9]], [5]],
  [
    ['in', n, [0, 1]],
    [1, 5],
  ],
  [
    ['!=', n, 0, 1],
    [2, 3, 4],
  ],
  [
    ['!=', n, 0, null],
    [1, 4],
  ],
  [
    ['=', n, null],
    [2, 3],
  ],
  [
    ['is-null', inner],
    [2, 3, 4],
  ],
  [['=', inner, 0], [5]],
  [
    ['is-empty', t],
    [2, 3, 4],
  ],
  [
    ['not-empty', t],
    [1, 5],
  ],
  [
    ['contains', t, ''],
    [1, 4, 5],
  ],
  [
    ['contains', t, 'a', { 'case-sensitive': false }],
    [1, 5],
  ],
  [
    ['does-not-contain', t, 'a'],
    [2, 3, 4, 5],
  ],
  [
    ['not', ['contains', ['upper', t], 'A']],
    [2, 3, 4],
  ],
  [['and', ['>', n, 0], ['or', ['=', t, 'a'], ['is-null', m]]], [1]],
])('%j', async (filter, ids) => {
  expect(await kept(filter)).toEqual(ids)
})

test('they are one group, count for nothing, and stand first', async () => {
  const aggregation = [
    ['count'],
    ['count', n],
    ['sum', n],
    ['avg', n],
    ['distinct', n],
    ['min', n],
    ['sum-where', n, ['=', t, 'a']],
    ['count-where', ['=', t, 'a']],
  ]
  expect(await lab.ask({ ...rows, aggregation, breakout: [m] })).toEqual([
    [null, 3, 1, 0, 0, 1, 0, 0, 0],
    [1, 2, 2, 3, 1.5, 2, 1, 1, 1],
  ])
  const missing = { ...rows, filter: ['=', id, 2, 3] }
  expect(await lab.ask({ ...missing, aggregation })).toEqual([[2, 0, null, null, 0, null, 0, 0]])
  const none = { ...rows, filter: ['<', id, 0] }
  expect(await lab.ask({ ...none, aggregation })).toEqual([[0, 0, null, null, 0, null, null, null]])
  expect(await lab.ask({ ...none, aggregation, breakout: [m] })).toEqual([])
})

test('no number comes of nothing, of a quotient by 0, or of a root of less', async () => {
  const expressions = {
    sum: ['+', n, m],
    quotient: ['/', m, n],
    root: ['sqrt', ['-', n, 1]],
    logarithm: ['log', n],
    length: ['length', t],
    lower: ['lower', t],
    part: ['substring', t, 1, 1],
    text: ['concat', t, '!'],
  }
  const fields = Object.keys(expressions).map((name) => ['expression', name])
  const query = { ...rows, expressions, fields, 'order-by': [['asc', id]] }
  const nothing = Array.from({ length: 8 }).fill(null)
  expect(await lab.ask(query)).toEqual([
    [2, 1, 0, 0, 1, 'a', 'a', 'a!'],
    nothing,
    nothing,
    [3, 0.5, 1, Math.log10(2), 0, '', '', '!'],
    [null, null, null, null, 1, 'a', 'A', 'A!'],
  ])
})

test('running sums of nothing are nothing until there is something', async () => {
  expect(
    await lab.ask({
      ...rows,
      aggregation: [
        ['cum-sum', n],
        ['offset', {}, ['sum', n], 1],
      ],
      breakout: [id],
      filter: ['!=', id, 1],
    }),
  ).toEqual([
    [2, null, null],
    [3, null, 2],
    [4, 2, 0],
    [5, 2, null],
  ])
})
