import type { Aggregation, AggregationFunction } from '../ast.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  readClause,
  readKeys,
  readList,
  readText,
  refuse,
  refuseClause,
} from './clause.ts'
import { readFieldRef } from './field.ts'

const functions: ReadonlyMap<string, AggregationFunction> = new Map(
  (['count', 'sum', 'avg', 'min', 'max', 'distinct', 'stddev'] as const).map((name) => [
    name,
    name,
  ]),
)

const planned: ReadonlySet<string> = new Set([
  'var',
  'median',
  'percentile',
  'cum-sum',
  'cum-count',
  'count-where',
  'sum-where',
  'distinct-where',
  'share',
  'metric',
  'offset',
  'case',
  '+',
  '-',
  '*',
  '/',
])

const readName = (value: unknown, at: At): string => {
  const name = readText(value, at)
  if (name.trim() === '') throw refuse(at, 'A name may not be blank.')
  return name
}

/** `["aggregation-options", aggregation, {name, display-name}]` */
const readNamed = (clause: Clause): Aggregation => {
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

/** A word alone is the clause without arguments. @throws {Refusal} */
const readAggregation = (value: unknown, at: At): Aggregation => {
  const clause = readClause(typeof value === 'string' ? [value] : value, at, 'an aggregation')
  if (clause.head === 'aggregation-options') return readNamed(clause)
  const name = functions.get(clause.head) ?? refuseClause(clause, 'an aggregation', planned)
  checkArity(clause, name === 'count' ? 0 : 1, 1)
  const [field] = clause.args
  if (field === undefined || (name === 'count' && field === null)) return { function: name }
  return { function: name, field: readFieldRef(field, argumentAt(at, 0)) }
}

const isRows = (value: unknown) =>
  value === 'rows' || (Array.isArray(value) && value.length === 1 && value[0] === 'rows')

/** `"count"`, `["count"]` and `[["count"]]` are one list; `["rows"]` of old is none. */
export const readAggregations = (value: unknown, at: At): readonly Aggregation[] =>
  isRows(value) ? [] : readList(value, at, readAggregation)
