import { isClause, token } from '../../../../shared/kernel/raw.ts'
import type { Order } from '../ast.ts'
import {
  type At,
  argumentAt,
  checkArity,
  readClause,
  readInteger,
  readList,
  refuseClause,
} from './clause.ts'
import { readSubject } from './expression.ts'

const directions: ReadonlyMap<string, Order['direction']> = new Map([
  ['asc', 'asc'],
  ['ascending', 'asc'],
  ['desc', 'desc'],
  ['descending', 'desc'],
])

const readBy = (value: unknown, at: At): Order['by'] => {
  if (!isClause(value) || token(value[0]) !== 'aggregation') return readSubject(value, at)
  const clause = readClause(value, at, 'a reference')
  checkArity(clause, 1, 2)
  return { kind: 'aggregation', index: readInteger(clause.args[0], argumentAt(at, 0), 0) }
}

/** `["asc", reference]`. @throws {Refusal} */
const readOrder = (value: unknown, at: At): Order => {
  const clause = readClause(value, at, 'an order')
  const direction = directions.get(clause.head) ?? refuseClause(clause, '"asc" or "desc"')
  checkArity(clause, 1)
  return { direction, by: readBy(clause.args[0], argumentAt(at, 0)), path: at.path }
}

export const readOrders = (value: unknown, at: At): readonly Order[] =>
  readList(value, at, readOrder)
