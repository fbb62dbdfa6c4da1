import { expect, test } from '@jest/globals'
import {
  chainedValuesQuery,
  type FieldFilter,
  type FieldPlace,
  type ForeignKey,
} from '../../../../query-service/engine/parameter-values/chain.ts'

/** The n-th field of a table: its table's id is in front. */
const place = (table: number, n = 0, db_id = 1): FieldPlace => ({
  id: table * 10 + n,
  table_id: table,
  db_id,
})

const key = (from: FieldPlace, to: number): ForeignKey => ({ from, to: place(to) })

const filter = (field: FieldPlace, value: unknown = 'x'): FieldFilter => ({
  field,
  parameter: { type: 'category', value: value as string },
})

const [city, person, order, item, note, island] = [1, 2, 3, 4, 5, 6]

/** An item is of an order, that is by a person, who lives in a city; notes are about items. */
const keys = [
  key(place(person, 1), city),
  key(place(order, 1), person),
  key(place(item, 1), order),
  key(place(note, 1), item),
]

const joinsOf = (field: FieldPlace, filters: readonly FieldFilter[], known = keys) => {
  const { query } = chainedValuesQuery(field, filters, known)
  const joins = (query.query?.joins ?? []) as unknown as readonly {
    alias: string
    condition: never
  }[]
  return joins.map(({ alias, condition }) => [alias, condition])
}

const field = (id: number, alias?: string) => [
  'field',
  id,
  alias === undefined ? null : { 'join-alias': alias },
]

test('a filter on the same table is a condition there', () => {
  expect(chainedValuesQuery(place(person, 5), [filter(place(person, 6), 'Oslo')], keys)).toEqual({
    query: {
      database: 1,
      type: 'query',
      query: { 'source-table': person, joins: [] },
      parameters: [{ type: 'category', value: 'Oslo', target: ['dimension', field(26)] }],
    },
    value: field(25),
  })
})

test('a filter on another table comes by the keys, from either end of them', () => {
  expect(joinsOf(place(person, 5), [filter(place(city, 5))])).toEqual([
    ['table 1', ['=', field(21), field(10, 'table 1')]],
  ])
  expect(joinsOf(place(city, 5), [filter(place(order, 5))])).toEqual([
    ['table 2', ['=', field(10), field(21, 'table 2')]],
    ['table 3', ['=', field(20, 'table 2'), field(31, 'table 3')]],
  ])
  const { query } = chainedValuesQuery(place(city, 5), [filter(place(order, 5))], keys)
  expect(query.parameters?.map(({ target }) => target)).toEqual([
    ['dimension', field(35, 'table 3')],
  ])
})

test('filters on one way share its joins', () => {
  const filters = [filter(place(order, 5)), filter(place(person, 5)), filter(place(order, 6))]
  expect(joinsOf(place(city, 5), filters).map(([alias]) => alias)).toEqual(['table 2', 'table 3'])
})

test('three hops are the most; beyond them, on an island and in another database nothing narrows', () => {
  expect(joinsOf(place(city, 5), [filter(place(item, 5))])).toHaveLength(3)
  for (const far of [place(note, 5), place(island, 5), place(9, 5, 2)]) {
    const { query } = chainedValuesQuery(place(city, 5), [filter(far)], keys)
    expect([query.query?.joins, query.parameters]).toEqual([[], []])
  }
})

test('the shortest way wins, then the way to one row, then the oldest key', () => {
  const direct = [...keys, key(place(order, 2), city)]
  expect(joinsOf(place(city, 5), [filter(place(order, 5))], direct)).toEqual([
    ['table 3', ['=', field(10), field(32, 'table 3')]],
  ])
  const twice = [key(place(order, 7), person), key(place(order, 2), person)]
  expect(joinsOf(place(order, 5), [filter(place(person, 5))], twice)).toEqual([
    ['table 2', ['=', field(32), field(20, 'table 2')]],
  ])
  const mutual = [key(place(person, 1), order), key(place(order, 9), person)]
  expect(joinsOf(place(order, 5), [filter(place(person, 5))], mutual)).toEqual([
    ['table 2', ['=', field(39), field(20, 'table 2')]],
  ])
})

test('a table with keys into itself is not joined to itself', () => {
  const own = [key(place(person, 3), person), ...keys]
  expect(
    joinsOf(place(person, 5), [filter(place(person, 6)), filter(place(city, 5))], own),
  ).toEqual([['table 1', ['=', field(21), field(10, 'table 1')]]])
})
