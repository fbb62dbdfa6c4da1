import type { Keys } from '../../../../shared/kernel/raw.ts'
import { parseNative } from '../../../../shared/sql/template/native-query.ts'
import type { Mbql, Source } from '../ast.ts'
import { type At, into, readInteger, readKeys, refuse } from './clause.ts'

const card = /^card__([1-9]\d{0,9})$/i

const readTable = (value: unknown, at: At): Source => {
  const { path } = at
  const [, cardId] = typeof value === 'string' ? (card.exec(value) ?? []) : []
  if (cardId !== undefined) return { kind: 'card', id: readInteger(Number(cardId), at, 1), path }
  return { kind: 'table', id: readInteger(value, at, 1), path }
}

type ReadQuery = (value: unknown, at: At) => Mbql

/** `{native: "select …", "template-tags", params?}` or a structured query. */
const readNested = (value: unknown, at: At, readQuery: ReadQuery): Source => {
  const { path } = at
  const keys = readKeys(value, at)
  const query = keys.get('native')
  if (query === undefined) return { kind: 'query', query: readQuery(value, at), path }
  const params = keys.get('params')
  if (Array.isArray(params) && params.length > 0)
    throw refuse(into(at, 'params'), 'Values of SQL are those of its template tags.')
  const native = parseNative({ query, 'template-tags': keys.get('template-tags') }, path)
  return { kind: 'native', native, path }
}

/** A query and a join have exactly one of `source-table` and `source-query`. @throws {Refusal} */
export const readSource = (keys: Keys, at: At, readQuery: ReadQuery): Source => {
  const table = keys.get('source-table')
  const query = keys.get('source-query')
  const tableAt = into(at, 'source-table')
  if (table !== undefined && query !== undefined)
    throw refuse(tableAt, 'A query has one source: a table or another query.')
  if (query !== undefined) return readNested(query, into(at, 'source-query'), readQuery)
  if (table === undefined) throw refuse(tableAt, 'A query needs a source table.')
  return readTable(table, tableAt)
}
