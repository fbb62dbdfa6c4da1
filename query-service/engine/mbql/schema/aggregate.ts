import type { Aggregate, AggregationFunction } from '../ast/expression.ts'
import { argumentAt, type Clause, checkArity, readNumber, refuse } from './clause.ts'
import { readExpression, readSubject } from './expression.ts'
import { readFilter } from './filter.ts'
import { readAmount } from './moment.ts'

/** What a function is given: a value of each row, a condition on it, a fraction. */
type Shape = readonly ('argument?' | 'argument' | 'condition' | 'fraction')[]

const shapes: { readonly [F in AggregationFunction]: Shape } = {
  count: ['argument?'],
  sum: ['argument'],
  avg: ['argument'],
  min: ['argument'],
  max: ['argument'],
  distinct: ['argument'],
  stddev: ['argument'],
  var: ['argument'],
  median: ['argument'],
  percentile: ['argument', 'fraction'],
  'count-where': ['condition'],
  'sum-where': ['argument', 'condition'],
  'distinct-where': ['argument', 'condition'],
  share: ['condition'],
  'cum-count': ['argument?'],
  'cum-sum': ['argument'],
}

const functions: ReadonlyMap<string, AggregationFunction> = new Map(
  (Object.keys(shapes) as AggregationFunction[]).map((name) => [name, name]),
)

export const isAggregate = (head: string): boolean => functions.has(head) || head === 'offset'

/** The arguments of an aggregation are values of rows again. */
const rowArgument = ({ at }: Clause, index: number) => ({
  ...argumentAt(at, index),
  grouped: false,
})

const readFraction = (clause: Clause, index: number): number => {
  const at = argumentAt(clause.at, index)
  const fraction = readNumber(clause.args[index], at)
  if (fraction < 0 || fraction > 1) throw refuse(at, 'A percentile lies between 0 and 1.')
  return fraction
}

type Parts = Omit<Extract<Aggregate, { kind: 'aggregate' }>, 'kind' | 'function' | 'path'>

const readPart = (part: Shape[number], clause: Clause, index: number): Parts => {
  const value = clause.args[index]
  switch (part) {
    case 'argument?':
      if (value === undefined || value === null) return {}
      return { argument: readSubject(value, rowArgument(clause, index)) }
    case 'argument':
      return { argument: readSubject(value, rowArgument(clause, index)) }
    case 'condition':
      return { condition: readFilter(value, rowArgument(clause, index)) }
    case 'fraction':
      return { fraction: readFraction(clause, index) }
  }
}

/** `["offset", options, expression, n]`: the same of another group. */
const readOffset = (clause: Clause): Aggregate => {
  checkArity(clause, 3)
  return {
    kind: 'offset',
    of: readExpression(clause.args[1], argumentAt(clause.at, 1)),
    rows: readAmount(clause.args[2], argumentAt(clause.at, 2)),
    path: clause.at.path,
  }
}

/** @throws {Refusal} 400, also where there is no group to aggregate. */
export const readAggregate = (clause: Clause): Aggregate => {
  const { head, at } = clause
  if (!at.grouped) throw refuse(at, `The aggregation "${head}" cannot stand here.`)
  const name = functions.get(head)
  if (name === undefined) return readOffset(clause)
  const shape = shapes[name]
  checkArity(clause, shape.filter((part) => part !== 'argument?').length, shape.length)
  const parts = shape.map((part, index) => readPart(part, clause, index))
  return Object.assign({ kind: 'aggregate' as const, function: name, path: at.path }, ...parts)
}
