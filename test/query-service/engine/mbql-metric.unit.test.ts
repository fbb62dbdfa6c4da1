import { expect, test } from '@jest/globals'
import type { SavedSource } from '../../../query-service/engine/mbql/catalogue.ts'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { referencesOf } from '../../../query-service/engine/mbql/references.ts'
import { parseMbql } from '../../../query-service/engine/mbql/schema.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const [status, total] = [
  ['field', orders.status, null],
  ['field', orders.total, null],
]
const sum = ['sum', total]
const onOrders = (query: object) => ({ 'source-table': orders.table, ...query })

const saved = (query: object, metric?: string): SavedSource => ({
  kind: 'query',
  query: parseMbql(query),
  ...(metric === undefined ? {} : { metric }),
})

const paid = ['=', ['field', orders.paid, null], true]
const revenue = onOrders({ aggregation: [sum], filter: paid, breakout: [status], limit: 3 })

const cards = new Map<number, SavedSource>([
  [1, saved(revenue, 'Revenue')],
  [2, saved(onOrders({}))],
  [3, saved({ 'source-table': 'card__2', aggregation: [['count']] }, 'Rows')],
  [4, saved(onOrders({ expressions: { e: total }, aggregation: [['count']] }), 'Formula')],
  [5, saved({ 'source-query': onOrders({}), aggregation: [['count']] }, 'Nested')],
  [6, saved(onOrders({ aggregation: [['metric', 7]] }), 'One')],
  [7, saved(onOrders({ aggregation: [['metric', 6]] }), 'Other')],
  [8, saved(onOrders({ aggregation: [['metric', 1]], filter: ['not-null', status] }), 'Named')],
])

const compile = (query: object) =>
  compileMbql(
    query,
    { ...shopCatalogue('postgres'), card: (id) => cards.get(id) },
    { maxRows: defaultCaps },
  )

const last = (query: object) => compile(query).columns?.at(-1)

test('a metric is the aggregation of its question, whose filter holds, and is called by its name', () => {
  const asked = { breakout: [status], filter: ['>', total, 5] }
  const metric = compile(onOrders({ ...asked, aggregation: [['metric', 1]] }))
  const plain = onOrders({ ...asked, aggregation: [sum], filter: ['and', asked.filter, paid] })
  expect(metric.compiled).toEqual(compile(plain).compiled)
  expect(metric.columns?.at(-1)).toMatchObject({ name: 'sum', display_name: 'Revenue' })
  expect(metric.aggregated).toBe(true)
})

test('it may be named, stand beside others, be ordered by, and be built on another', () => {
  const named = ['aggregation-options', ['metric', 1], { 'display-name': 'Mine', name: 'mine' }]
  expect(last(onOrders({ aggregation: [named] }))).toMatchObject({
    name: 'mine',
    display_name: 'Mine',
  })
  const { sql } = compile(
    onOrders({
      aggregation: [['count'], ['metric', 1]],
      breakout: [status],
      'order-by': [['desc', ['aggregation', 1]]],
    }),
  ).compiled
  expect(sql).toMatch(
    /COUNT\(\*\).*SUM\("orders"."total"\).*"paid".* ORDER BY SUM\("orders"."total"\) DESC/,
  )
  const built = compile(onOrders({ aggregation: [['metric', 8]] }))
  expect(built.compiled.sql).toMatch(/SUM\("orders"."total"\).*IS NOT NULL.*"paid"/)
  expect(built.columns?.[0]?.display_name).toBe('Named')
})

test('its own question as a source stands for what that is on, at every depth', () => {
  const asked = { 'source-table': 'card__1', aggregation: [['metric', 1]] }
  const plain = compile(onOrders({ aggregation: [sum], filter: paid }))
  expect(compile(asked).compiled).toEqual(plain.compiled)
  expect(compile(asked).tables).toEqual([orders.table])
  const rows = compile({ 'source-table': 'card__3', aggregation: [['metric', 3]] })
  expect(rows.cards).toEqual([2])
  const outer = { aggregation: [['max', ['field', 'sum', { 'base-type': 'type/Decimal' }]]] }
  expect(compile({ 'source-query': asked, ...outer }).compiled.sql).toContain('SUM(')
})

test('a query names its metrics: whoever may not read those may not ask it', () => {
  const query = parseMbql(onOrders({ aggregation: [['metric', 1]] }))
  expect([...referencesOf(query).cards]).toEqual([1])
})

test.each([
  ['gone', 9, 'not-found', 'The saved question 9, on which this one is built, is gone.'],
  ['a question', 2, 'validation', 'The saved question 2 is no metric.'],
  ['about another source', 3, 'validation', 'Metric 3 is about another table or saved question.'],
  ['with expressions', 4, 'validation', 'it cannot be used in another query.'],
  ['on a nested query', 5, 'validation', 'it cannot be used in another query.'],
  ['built on itself', 6, 'validation', 'Metric 6 is built on itself.'],
])('one that is %s is refused', (_, id, kind, message) => {
  const ask = () => compile(onOrders({ aggregation: [['metric', id]] }))
  expect(ask).toThrow(expect.objectContaining({ kind, message: expect.stringContaining(message) }))
})
