import { describe, expect, test } from '@jest/globals'
import {
  nativeColumns,
  resultsMetadata,
  uniqueNames,
} from '../../../query-service/engine/column-metadata.ts'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const columns = (query: object) =>
  compileMbql({ 'source-table': orders.table, ...query }, shopCatalogue('postgres'), {
    maxRows: defaultCaps,
  }).columns ?? []

const total = ['field', orders.total, null]

test('a column of a table', () => {
  expect(columns({ fields: [['field', orders.status, null]] })).toEqual([
    {
      name: 'status',
      display_name: 'Status',
      base_type: 'type/Text',
      effective_type: 'type/Text',
      semantic_type: 'type/Category',
      source: 'fields',
      field_ref: ['field', orders.status, null],
      database_type: 'text',
      id: orders.status,
      table_id: orders.table,
      description: null,
      visibility_type: 'normal',
      position: 11,
      fk_target_field_id: null,
      fingerprint: null,
      coercion_strategy: null,
      settings: null,
      parent_id: null,
      nfc_path: null,
    },
  ])
})

test('a truncated breakout keeps its type, an extracted one is an integer', () => {
  const breakout = (unit: string) => ['field', orders.createdAt, { 'temporal-unit': unit }]
  expect(columns({ breakout: [breakout('month'), breakout('day-of-week')] })).toMatchObject([
    {
      name: 'created_at',
      display_name: 'Created At: Month',
      base_type: 'type/DateTime',
      source: 'breakout',
      unit: 'month',
      field_ref: breakout('month'),
    },
    {
      name: 'created_at_2',
      display_name: 'Created At: Day of week',
      base_type: 'type/Integer',
      effective_type: 'type/Integer',
      unit: 'day-of-week',
    },
  ])
})

test.each([
  [['count'], 'count', 'Count', 'type/BigInteger', 'type/Quantity'],
  [['count', total], 'count', 'Count of Total', 'type/BigInteger', 'type/Quantity'],
  [['distinct', total], 'count', 'Distinct values of Total', 'type/BigInteger', 'type/Quantity'],
  [['sum', total], 'sum', 'Sum of Total', 'type/Decimal', null],
  [['avg', total], 'avg', 'Average of Total', 'type/Float', null],
  [['min', total], 'min', 'Min of Total', 'type/Decimal', null],
  [['max', ['field', orders.createdAt, null]], 'max', 'Max of Created At', 'type/DateTime', null],
  [['stddev', total], 'stddev', 'Standard deviation of Total', 'type/Float', null],
  [['max', ['field', orders.status, null]], 'max', 'Max of Status', 'type/Text', 'type/Category'],
  [['max', ['field', orders.id, null]], 'max', 'Max of ID', 'type/Integer', null],
  [['var', total], 'var', 'Variance of Total', 'type/Float', null],
  [['median', total], 'median', 'Median of Total', 'type/Float', null],
  [['percentile', total, 0.95], 'percentile', '95th percentile of Total', 'type/Float', null],
  [['cum-sum', total], 'sum', 'Cumulative sum of Total', 'type/Decimal', null],
  [['cum-count'], 'count', 'Cumulative count', 'type/BigInteger', 'type/Quantity'],
  [
    ['count-where', ['>', total, 1]],
    'count_where',
    'Count of rows matching condition',
    'type/BigInteger',
    'type/Quantity',
  ],
  [
    ['sum-where', total, ['>', total, 1]],
    'sum_where',
    'Sum of Total matching condition',
    'type/Decimal',
    null,
  ],
  [['share', ['>', total, 1]], 'share', 'Share of rows matching condition', 'type/Float', null],
  [['/', ['sum', total], ['count']], 'expression', 'Sum of Total / Count', 'type/Float', null],
  [['+', ['count'], 1], 'expression', 'Count + 1', 'type/BigInteger', null],
  [['sum', ['*', total, 2]], 'sum', 'Sum of Total * 2', 'type/Decimal', null],
])('aggregation %j', (aggregation, name, display_name, base_type, semantic_type) => {
  expect(columns({ aggregation: [aggregation] })).toEqual([
    {
      name,
      display_name,
      base_type,
      effective_type: base_type,
      semantic_type,
      source: 'aggregation',
      field_ref: ['aggregation', 0],
      aggregation_index: 0,
    },
  ])
})

test('names of the caller', () => {
  const named = ['aggregation-options', ['sum', total], { name: 'turnover', 'display-name': 'T!' }]
  expect(columns({ aggregation: [named] })).toMatchObject([
    { name: 'turnover', display_name: 'T!', field_ref: ['aggregation', 0] },
  ])
})

describe('names are unique', () => {
  test('a count and a distinct', () => {
    const names = columns({ aggregation: [['count'], ['distinct', total]] }).map((one) => one.name)
    expect(names).toEqual(['count', 'count_2'])
  })

  test.each([
    [
      ['count', 'count', 'count'],
      ['count', 'count_2', 'count_3'],
    ],
    [
      ['count', 'count_2', 'count'],
      ['count', 'count_2', 'count_2_2'],
    ],
    [
      ['', '__proto__', '', '__proto__'],
      ['', '__proto__', '_2', '__proto___2'],
    ],
  ])('%j', (given, expected) => {
    expect(given.map(uniqueNames())).toEqual(expected)
  })
})

test('columns of native SQL', () => {
  const int8 = { name: 'n', databaseType: 'int8', baseType: 'type/BigInteger' } as const
  expect(nativeColumns([int8, int8])).toEqual([
    expect.objectContaining({
      name: 'n',
      field_ref: ['field', 'n', { 'base-type': 'type/BigInteger' }],
    }),
    {
      name: 'n_2',
      display_name: 'n',
      base_type: 'type/BigInteger',
      effective_type: 'type/BigInteger',
      semantic_type: null,
      source: 'native',
      field_ref: ['field', 'n_2', { 'base-type': 'type/BigInteger' }],
      database_type: 'int8',
    },
  ])
})

test('what a saved question keeps', () => {
  const [first] = resultsMetadata(columns({ fields: [total] })).columns
  expect(first).toEqual({
    name: 'total',
    display_name: 'Total',
    base_type: 'type/Decimal',
    effective_type: 'type/Decimal',
    semantic_type: null,
    field_ref: total,
    fingerprint: null,
    id: orders.total,
  })
})
