import type { FieldRef, Filter, Mbql } from './ast.ts'
import { readAggregations } from './schema/aggregation.ts'
import {
  type At,
  into,
  type Keys,
  quoted,
  readInteger,
  readKeys,
  readList,
  refuse,
  start,
} from './schema/clause.ts'
import { readFieldRef } from './schema/field.ts'
import { readFilter } from './schema/filter.ts'
import { readOrders } from './schema/order.ts'

const planned = ['source-query', 'joins', 'expressions'] as const

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const refusePlanned = (keys: Keys, at: At): void => {
  for (const key of planned)
    if (keys.has(key) && !isEmpty(keys.get(key)))
      throw refuse(into(at, key), `"${key}" is not supported yet.`)
}

const readSource = (value: unknown, at: At): Mbql['source'] => {
  if (value === undefined) throw refuse(at, 'A query needs a source table.')
  if (typeof value === 'string' && /^card__\d+$/.test(value))
    throw refuse(at, `A saved question as the source (${quoted(value)}) is not supported yet.`)
  return { kind: 'table', id: readInteger(value, at, 1), path: at.path }
}

const readFilterKey = (value: unknown, at: At): { filter?: Filter } =>
  value === undefined || (Array.isArray(value) && value.length === 0)
    ? {}
    : { filter: readFilter(value, at) }

const readPage = (value: unknown, at: At): NonNullable<Mbql['page']> => {
  const keys = readKeys(value, at)
  const page = {
    number: readInteger(keys.get('page'), into(at, 'page'), 1),
    items: readInteger(keys.get('items'), into(at, 'items'), 1),
  }
  readInteger(page.items * (page.number - 1), at, 0)
  return page
}

const readFields = (value: unknown, at: At): readonly FieldRef[] =>
  readList(value, at, readFieldRef)

/**
 * Reads the `query` of a structured question: any of the tolerated spellings in, one form out.
 * Keys it does not know are let be; clauses it does not know are refused.
 * @throws {Refusal} 400 whose `errors` names the path of the offending clause.
 */
export const parseMbql = (raw: unknown, path = 'query'): Mbql => {
  const at = start(path)
  const keys = readKeys(raw, at)
  refusePlanned(keys, at)
  const key = <T>(name: string, read: (value: unknown, at: At) => T): T =>
    read(keys.get(name), into(at, name))
  return {
    source: key('source-table', readSource),
    fields: key('fields', readFields),
    ...key('filter', readFilterKey),
    aggregations: key('aggregation', readAggregations),
    breakouts: key('breakout', readFields),
    orders: key('order-by', readOrders),
    ...(keys.has('limit')
      ? { limit: key('limit', (value, here) => readInteger(value, here, 0)) }
      : {}),
    ...(keys.has('page') ? { page: key('page', readPage) } : {}),
  }
}
