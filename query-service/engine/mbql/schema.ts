import type { Filter } from './ast/filter.ts'
import type { Reference } from './ast/reference.ts'
import type { Mbql } from './ast.ts'
import { readAggregations } from './schema/aggregation.ts'
import { type At, into, readInteger, readKeys, readList, start } from './schema/clause.ts'
import { readNamed } from './schema/expression.ts'
import { readReference } from './schema/field.ts'
import { readFilter } from './schema/filter.ts'
import { readJoins } from './schema/join.ts'
import { readOrders } from './schema/order.ts'
import { readSource } from './schema/source.ts'

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

const readReferences = (value: unknown, at: At): readonly Reference[] =>
  readList(value, at, readReference)

const readQuery = (raw: unknown, at: At): Mbql => {
  const keys = readKeys(raw, at)
  const key = <T>(name: string, read: (value: unknown, at: At) => T): T =>
    read(keys.get(name), into(at, name))
  return {
    source: readSource(keys, at, readQuery),
    joins: key('joins', (value, here) => readJoins(value, here, readQuery)),
    expressions: key('expressions', readNamed),
    fields: key('fields', readReferences),
    ...key('filter', readFilterKey),
    aggregations: key('aggregation', readAggregations),
    breakouts: key('breakout', readReferences),
    orders: key('order-by', readOrders),
    ...(keys.has('limit')
      ? { limit: key('limit', (value, here) => readInteger(value, here, 0)) }
      : {}),
    ...(keys.has('page') ? { page: key('page', readPage) } : {}),
  }
}

/**
 * Reads the `query` of a structured question: any of the tolerated spellings in, one form out.
 * Keys it does not know are let be; clauses it does not know are refused.
 * @throws {Refusal} 400 whose `errors` names the path of the offending clause.
 */
export const parseMbql = (raw: unknown, path = 'query'): Mbql => readQuery(raw, start(path))
