import { expect, test } from '@jest/globals'
import { type CompileOptions, compileMbql } from '../../../../query-service/engine/mbql/compile.ts'
import { openPipelineShop } from '../../../support/pipeline-shop.ts'
import { defaultCaps } from '../../../support/some-settings.ts'

const { lab, table, field } = openPipelineShop()

const compile = (query: object, options: Partial<CompileOptions> = {}) =>
  compileMbql({ 'source-table': table('sales'), ...query }, lab.catalogue, {
    maxRows: defaultCaps,
    ...options,
  })

const pipeline = (query: object, options: Partial<CompileOptions> = {}) =>
  JSON.parse(compile(query, options).compiled.sql).pipeline

test('one field beside a value is asked for so that an index can answer', () => {
  const filter = [
    'and',
    ['=', field('sales.sold_at'), '2024-02-29'],
    ['!=', field('sales.kind'), '$amount'],
    ['>', field('sales.amount'), 10.1],
    ['contains', field('sales.kind'), '.$', { 'case-sensitive': false }],
  ]
  expect(compile({ filter, fields: [field('sales.id')], limit: 3 }).compiled).toEqual({
    sql: JSON.stringify({
      collection: 'sales',
      pipeline: [
        {
          $match: {
            $and: [
              { sold_at: { $gte: { $date: '2024-02-29T00:00:00.000Z' } } },
              { sold_at: { $lt: { $date: '2024-03-01T00:00:00.000Z' } } },
              { $or: [{ kind: { $nin: ['$amount', null] } }, { kind: { $eq: null } }] },
              { amount: { $gt: { $numberDecimal: '10.1' } } },
              { kind: { $regex: '\\.\\$', $options: 'i' } },
            ],
          },
        },
        { $limit: 3 },
        { $project: { _id: 0, id: '$id' } },
      ],
    }),
    parameters: [],
    columns: [{ name: 'id', databaseType: 'int', baseType: 'type/Integer' }],
  })
})

test('days begin in the zone of the run', () => {
  const [match] = pipeline(
    { filter: ['=', field('sales.sold_at'), '2024-03-31'] },
    { timeZone: 'Europe/Paris' },
  )
  expect(match.$match.$and).toEqual([
    { sold_at: { $gte: { $date: '2024-03-30T23:00:00.000Z' } } },
    { sold_at: { $lt: { $date: '2024-03-31T22:00:00.000Z' } } },
  ])
})

test('groups have their keys, and what sums to nothing is counted beside', () => {
  const month = field('sales.sold_at', { 'temporal-unit': 'month' })
  expect(
    pipeline(
      { aggregation: [['sum', field('sales.amount')]], breakout: [month] },
      { timeZone: 'Asia/Tokyo' },
    ),
  ).toEqual([
    {
      $group: {
        _id: {
          b0: {
            $ifNull: [
              { $dateTrunc: { date: '$sold_at', timezone: 'Asia/Tokyo', unit: 'month' } },
              null,
            ],
          },
        },
        a0: { $sum: '$amount' },
        a0_count: { $sum: { $cond: [{ $gt: ['$amount', null] }, 1, 0] } },
      },
    },
    { $sort: { '_id.b0': 1 } },
    {
      $project: {
        _id: 0,
        sold_at: '$_id.b0',
        sum: { $cond: [{ $gt: ['$a0_count', 0] }, '$a0', { $literal: null }] },
      },
    },
  ])
})

test('rows are counted though there be none', () => {
  expect(pipeline({ aggregation: ['count'] })).toEqual([
    { $facet: { groups: [{ $group: { _id: null, a0: { $sum: 1 } } }] } },
    { $replaceWith: { $ifNull: [{ $first: '$groups' }, { $literal: {} }] } },
    { $project: { _id: 0, count: { $ifNull: ['$a0', 0] } } },
  ])
})

test('the groups of a pivot are each a document, and every grouping reads the rows itself', () => {
  const pivot = { rows: [0], columns: [], rowTotals: true, columnTotals: true }
  const kind = field('sales.kind')
  const filter = ['=', field('sales.id'), 1]
  const [match, group, mark, union, ...more] = pipeline(
    { aggregation: ['count'], breakout: [kind], filter },
    { pivot },
  )
  const a0 = { $sum: 1 }
  expect([match, group, mark]).toEqual([
    { $match: { id: { $eq: 1 } } },
    { $group: { _id: { b0: { $ifNull: ['$kind', null] } }, a0 } },
    { $set: { grouping: { $literal: 0 } } },
  ])
  expect(union).toEqual({
    $unionWith: {
      coll: 'sales',
      pipeline: [
        match,
        { $facet: { groups: [{ $group: { _id: null, a0 } }] } },
        { $replaceWith: { $ifNull: [{ $first: '$groups' }, { $literal: {} }] } },
        { $set: { grouping: { $literal: 1 } } },
      ],
    },
  })
  expect(JSON.stringify(more)).not.toContain('$unwind')
})

test('own rows are asked for before others are joined to them', () => {
  const name = field('people.name', { 'source-field': field('sales.person_id')[1] })
  expect(
    pipeline({
      fields: [field('sales.id'), name],
      filter: ['and', ['=', name, 'Ada'], ['<', field('sales.id'), 9]],
      'order-by': [['desc', name]],
      limit: 2,
    }),
  ).toEqual([
    { $match: { id: { $lt: 9 } } },
    {
      $lookup: {
        from: 'people',
        let: { outer1: '$person_id' },
        pipeline: [
          {
            $match: {
              $expr: { $and: [{ $gt: ['$$outer1', null] }, { $eq: ['$$outer1', '$id'] }] },
            },
          },
        ],
        as: '__join1',
      },
    },
    { $unwind: { path: '$__join1', preserveNullAndEmptyArrays: true } },
    { $match: { '__join1.name': { $eq: 'Ada' } } },
    { $sort: { '__join1.name': -1 } },
    { $limit: 2 },
    { $project: { _id: 0, id: '$id', name: '$__join1.name' } },
  ])
})

test('now is no value of the caller, and is asked for so that an index can answer', () => {
  const month = { $dateTrunc: { date: '$$NOW', unit: 'month' } }
  const last = {
    $dateAdd: { startDate: month, unit: 'month', amount: { $literal: -1 } },
  }
  const [match] = pipeline({ filter: ['time-interval', field('sales.sold_at'), -1, 'month'] })
  expect(match.$match.$and).toEqual([
    { $expr: { $gte: ['$sold_at', last] } },
    { $expr: { $and: [{ $gt: ['$sold_at', null] }, { $lt: ['$sold_at', month] }] } },
  ])
})

test('no rows, and rows of a later page, can be asked for', () => {
  const id = field('sales.id')
  const ordered = { fields: [id], 'order-by': [['desc', id]] }
  expect(pipeline({ ...ordered, limit: 0 }).slice(0, 2)).toEqual([
    { $sort: { id: -1 } },
    { $match: { $expr: false } },
  ])
  expect(pipeline({ ...ordered, page: { page: 3, items: 2 } }).slice(1, 3)).toEqual([
    { $skip: 4 },
    { $limit: 2 },
  ])
})

test('what is shown is what runs, on one line or on many', () => {
  const { shown, compiled } = compile({ aggregation: ['count'] })
  expect(shown({ pretty: false })).toBe(compiled.sql)
  expect(shown({ pretty: true })).toBe(JSON.stringify(JSON.parse(compiled.sql), null, 2))
})

test('a value used many times over at many levels is written out once at each', () => {
  const nested = Array.from({ length: 12 }).reduce<unknown>(
    (inner) => ['substring', ['upper', ['coalesce', inner, 'none']], 1],
    field('sales.kind'),
  )
  const { sql } = compile({ expressions: { x: nested }, fields: [['expression', 'x']] }).compiled
  expect(sql.length).toBeLessThan(5_000)
})

test('what no server would read is refused', () => {
  const nested = Array.from({ length: 40 }).reduce<unknown>(
    (inner) => ['trim', ['upper', inner]],
    field('sales.kind'),
  )
  expect(() => compile({ expressions: { x: nested }, fields: [['expression', 'x']] })).toThrow(
    'This query is too large.',
  )
})
