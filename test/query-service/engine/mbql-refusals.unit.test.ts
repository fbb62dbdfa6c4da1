import { describe, expect, test } from '@jest/globals'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import {
  foreignTable,
  inactiveField,
  inactiveTable,
  orders,
  otherTableField,
  shopCatalogue,
} from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const refusal = (query: unknown): Refusal => {
  try {
    compileMbql(query, shopCatalogue('postgres'), { maxRows: defaultCaps })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('The query was not refused.')
}

const ofTable = (query: object) => refusal({ 'source-table': orders.table, ...query })

const status = ['field', orders.status, null]
const total = ['field', orders.total, null]

const nested = (depth: number): unknown => {
  let filter: unknown = ['is-null', status]
  for (let level = 0; level < depth; level += 1) filter = ['and', filter]
  return filter
}

describe('a badly formed query is a 400 that names the place', () => {
  test.each([
    ['an unknown clause', { filter: ['frobnicate', status, 1] }, 'query.filter'],
    ['an inherited name', { filter: ['constructor', status, 1] }, 'query.filter'],
    ['no clause at all', { filter: 'x' }, 'query.filter'],
    ['= without a value', { filter: ['=', status] }, 'query.filter'],
    ['< with two values', { filter: ['<', total, 1, 2] }, 'query.filter'],
    ['between with one end', { filter: ['between', total, 1] }, 'query.filter'],
    ['not without a condition', { filter: ['not'] }, 'query.filter'],
    ['and without conditions', { filter: ['and'] }, 'query.filter'],
    ['or of nothing', { filter: ['or', null, null] }, 'query.filter'],
    ['is-null of two', { filter: ['is-null', status, total] }, 'query.filter'],
    ['contains without a text', { filter: ['contains', status] }, 'query.filter'],
    ['contains of a number', { filter: ['contains', status, 5] }, 'query.filter'],
    [
      'an option that is no boolean',
      { filter: ['contains', status, 'x', { 'case-sensitive': 'no' }] },
      'query.filter[3]',
    ],
    ['an object for a value', { filter: ['=', status, { a: 1 }] }, 'query.filter[2]'],
    ['U+0000 in a value', { filter: ['=', status, 'a\u0000b'] }, 'query.filter[2]'],
    ['a lone surrogate in a value', { filter: ['=', status, '\ud800'] }, 'query.filter[2]'],
    ['deep in a tree', { filter: ['and', ['=', total, 1], ['<', total]] }, 'query.filter[2]'],
    ['an aggregation for a field', { filter: ['=', ['count'], 1] }, 'query.filter[1]'],
    [
      'another way to read a text',
      { expressions: { at: ['datetime', status, { mode: 'unix-seconds' }] } },
      'query.expressions.at[2]',
    ],
    ['a text for numbers', { filter: ['=', total, '1 OR 1=1'] }, 'query.filter[1]'],
    ['a text for a boolean', { filter: ['=', orders.paid, 'maybe'] }, 'query.filter[1]'],
    ['no date', { filter: ['=', orders.createdAt, '2024-02-30'] }, 'query.filter[1]'],
    ['a number for a date', { filter: ['=', orders.createdAt, 20240230] }, 'query.filter[1]'],
    ['the year 0', { filter: ['=', orders.createdAt, '0000-01-01'] }, 'query.filter[1]'],
    ['beyond the year 9999', { filter: ['>', orders.createdAt, '9999-12-31'] }, 'query.filter[1]'],
    ['null to compare with', { filter: ['<', total, null] }, 'query.filter[1]'],
    ['a field id of text', { fields: [['field', '11', null]] }, 'query.fields[0]'],
    ['a field id of an object', { fields: [['field', { a: 1 }, null]] }, 'query.fields[0][1]'],
    ['a field without an id', { fields: [['field', null]] }, 'query.fields[0][1]'],
    ['a fractional field id', { fields: [['field', 1.5, null]] }, 'query.fields[0][1]'],
    [
      'a unit that is none',
      { breakout: [['field', orders.createdAt, { 'temporal-unit': 'eon' }]] },
      'query.breakout[0][2]',
    ],
    [
      'a type that is none',
      { fields: [['field', 'status', { 'base-type': "type/Text'--" }]] },
      'query.fields[0][2]',
    ],
    [
      'a field behind a key by its name',
      { fields: [['field', 'city', { 'base-type': 'type/Text', 'source-field': orders.id }]] },
      'query.fields[0]',
    ],
    [
      'the same as it was once written',
      { fields: [['fk->', orders.id, ['field-literal', 'city', 'type/Text']]] },
      'query.fields[0]',
    ],
    ['an unknown aggregation', { aggregation: [['sleep', total]] }, 'query.aggregation[0]'],
    ['a sum of nothing', { aggregation: ['sum'] }, 'query.aggregation'],
    ['a sum of text', { aggregation: ['sum', status] }, 'query.aggregation[1]'],
    ['an aggregation of one', { aggregation: ['sum', ['max', total]] }, 'query.aggregation[1]'],
    [
      'a blank name',
      { aggregation: ['aggregation-options', ['count'], { name: ' ' }] },
      'query.aggregation[2]',
    ],
    ['an order by nothing', { 'order-by': [['asc']] }, 'query.order-by[0]'],
    ['an order of no direction', { 'order-by': [['up', total]] }, 'query.order-by[0]'],
    ['an unknown aggregation', { 'order-by': [['asc', ['aggregation', 0]]] }, 'query.order-by[0]'],
    ['a limit below 0', { limit: -1 }, 'query.limit'],
    ['a fractional limit', { limit: 1.5 }, 'query.limit'],
    ['a limit as text', { limit: '1; drop table x' }, 'query.limit'],
    ['page 0', { page: { page: 0, items: 10 } }, 'query.page.page'],
    ['a page of nothing', { page: { page: 1 } }, 'query.page.items'],
    ['a page past counting', { page: { page: 2 ** 52, items: 2 ** 52 } }, 'query.page'],
  ])('%s', (_, query, path) => {
    const { kind, extras } = ofTable(query)
    expect(kind).toBe('validation')
    expect(Object.keys(extras.errors ?? {})).toEqual([path])
  })

  test.each([[undefined], [null], [5], ['x'], [[]], [{}], [{ 'source-table': '1' }]])(
    'the query %j',
    (query) => {
      expect(refusal(query).kind).toBe('validation')
    },
  )

  test('an order by what is not grouped', () => {
    const query = { aggregation: ['count'], breakout: [status], 'order-by': [['asc', total]] }
    expect(ofTable(query).message).toContain('breakouts and aggregations')
  })
})

describe('what is not there is refused in the same words, whatever the reason', () => {
  test('tables', () => {
    const messages = [99, inactiveTable, foreignTable].map(
      (id) => [id, refusal({ 'source-table': id }).message] as const,
    )
    for (const [id, message] of messages)
      expect(message).toBe(`There is no table ${id} in this database.`)
  })

  test('fields', () => {
    const messages = [99, inactiveField, otherTableField].flatMap((id) => [
      ofTable({ fields: [['field', id, null]] }).message,
      ofTable({ filter: ['=', ['field', id, null], 1] }).message,
      ofTable({ 'order-by': [['asc', ['field', id, null]]] }).message,
      ofTable({ aggregation: [['max', ['field', id, null]]] }).message,
      ofTable({ aggregation: ['count'], fields: [['field', id, null]] }).message,
    ])
    const byName = ofTable({ fields: [['field', 'secret_old', { 'base-type': 'type/Text' }]] })
    expect(new Set([...messages, byName.message]).size).toBe(1)
    expect(byName.message).not.toContain('secret')
  })
})

describe('size', () => {
  test('100 levels are read, 10 000 are refused', () => {
    expect(ofTable({ filter: nested(10_000) }).message).toContain('levels deep')
    expect(() =>
      compileMbql({ 'source-table': 1, filter: nested(90) }, shopCatalogue('mysql'), {
        maxRows: defaultCaps,
      }),
    ).not.toThrow()
  })

  test('10 000 values are bound, 100 000 are refused', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)
    const { compiled } = compileMbql(
      { 'source-table': 1, filter: ['=', status, ...values(10_000)] },
      shopCatalogue('postgres'),
      { maxRows: defaultCaps },
    )
    expect(compiled.parameters).toHaveLength(10_000)
    expect(ofTable({ filter: ['in', status, values(100_000)] }).message).toContain('values')
  })

  test('10 000 clauses are refused', () => {
    const clauses = Array.from({ length: 10_000 }, () => ['is-null', status])
    expect(ofTable({ filter: ['or', ...clauses] }).message).toContain('clauses')
  })
})
