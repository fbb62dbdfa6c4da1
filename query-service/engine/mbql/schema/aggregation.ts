import { isClause, token } from '../../../../shared/kernel/raw.ts'
import type { Expression } from '../ast/expression.ts'
import type { Aggregation, MetricRef } from '../ast.ts'
import { isAggregate } from './aggregate.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  readClause,
  readInteger,
  readKeys,
  readList,
  readName,
  refuse,
} from './clause.ts'
import { isValueClause, readExpression } from './expression.ts'

type Asked = Aggregation<Expression | MetricRef>

/** `["aggregation-options", aggregation, {name, display-name}]` */
const readNamed = (clause: Clause): Asked => {
  checkArity(clause, 2)
  const optionsAt = argumentAt(clause.at, 1)
  const options = readKeys(clause.args[1], optionsAt)
  const name = options.get('name')
  const displayName = options.get('display-name')
  return {
    ...readAggregation(clause.args[0], argumentAt(clause.at, 0)),
    ...(name === undefined ? {} : { name: readName(name, optionsAt) }),
    ...(displayName === undefined ? {} : { displayName: readName(displayName, optionsAt) }),
  }
}

/** `["metric", id of the saved question]` */
const readMetric = (clause: Clause): MetricRef => {
  checkArity(clause, 1)
  const id = readInteger(clause.args[0], argumentAt(clause.at, 0), 1)
  return { kind: 'metric', id, path: clause.at.path }
}

/** A word alone is the clause without arguments. @throws {Refusal} */
const readAggregation = (value: unknown, at: At): Asked => {
  const raw = typeof value === 'string' ? [value] : value
  if (!isClause(raw)) throw refuse(at, 'Expected an aggregation, a list that begins with its name.')
  const head = token(raw[0])
  if (head === 'aggregation-options') return readNamed(readClause(raw, at, 'an aggregation'))
  if (head === 'metric')
    return { expression: readMetric(readClause(raw, at, 'an aggregation')), path: at.path }
  if (!isAggregate(head) && !isValueClause(head))
    throw refuse(at, `${JSON.stringify(head.slice(0, 40))} is not an aggregation.`)
  return { expression: readExpression(raw, { ...at, grouped: true }), path: at.path }
}

const isRows = (value: unknown) =>
  value === 'rows' || (Array.isArray(value) && value.length === 1 && value[0] === 'rows')

/** `"count"`, `["count"]` and `[["count"]]` are one list; `["rows"]` of old is none. */
export const readAggregations = (value: unknown, at: At): readonly Asked[] =>
  isRows(value) ? [] : readList(value, at, readAggregation)
