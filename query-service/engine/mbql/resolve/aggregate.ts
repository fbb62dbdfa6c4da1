import { type BaseType, numericTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { Aggregate, AggregationFunction } from '../ast/expression.ts'
import type { AggregateTerm, Term } from '../term.ts'
import { resolveFilter } from './condition.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'

type FunctionFacts = {
  /** The base type of the result; absent where it is the argument's. */
  readonly baseType?: BaseType
  readonly numbersOnly?: boolean
}

const counts: FunctionFacts = { baseType: 'type/BigInteger' }
const floats: FunctionFacts = { baseType: 'type/Float', numbersOnly: true }

const facts: { readonly [F in AggregationFunction]: FunctionFacts } = {
  count: counts,
  distinct: counts,
  'count-where': counts,
  'distinct-where': counts,
  'cum-count': counts,
  sum: { numbersOnly: true },
  'sum-where': { numbersOnly: true },
  'cum-sum': { numbersOnly: true },
  min: {},
  max: {},
  avg: floats,
  stddev: floats,
  var: floats,
  median: floats,
  percentile: floats,
  share: { baseType: 'type/Float' },
}

type Plain = Extract<Aggregate, { kind: 'aggregate' }>

const checkArgument = (name: AggregationFunction, argument: Term, path: string): void => {
  const { baseType } = argument
  if (facts[name].numbersOnly && !numericTypes.has(baseType) && baseType !== 'type/*')
    throw invalid(path, `The aggregation "${name}" needs a field that holds numbers.`)
}

/** The functions that stand for another one. */
const plainFunction: { readonly [F in AggregationFunction]?: AggregateTerm['function'] } = {
  'cum-count': 'count',
  'cum-sum': 'sum',
  median: 'percentile',
}

const aggregate = (aggregation: Plain, scope: Scope): AggregateTerm => {
  const { function: name, condition } = aggregation
  const argument = aggregation.argument && resolveExpression(aggregation.argument, scope)
  if (argument && aggregation.argument) checkArgument(name, argument, aggregation.argument.path)
  const fraction = name === 'median' ? 0.5 : aggregation.fraction
  return {
    kind: 'aggregate',
    function: plainFunction[name] ?? (name as AggregateTerm['function']),
    ...(argument ? { argument } : {}),
    ...(condition ? { condition: resolveFilter(condition, scope) } : {}),
    ...(fraction === undefined ? {} : { fraction }),
    baseType: facts[name].baseType ?? argument?.baseType ?? 'type/*',
  }
}

/** @throws {Refusal} 400 */
export const resolveAggregate = (aggregation: Aggregate, scope: Scope): Term => {
  if (aggregation.kind === 'offset') {
    const of = resolveExpression(aggregation.of, scope)
    const { rows } = aggregation
    return { kind: 'window', window: 'neighbour', of, rows, baseType: of.baseType }
  }
  const of = aggregate(aggregation, scope)
  const isRunning = aggregation.function === 'cum-sum' || aggregation.function === 'cum-count'
  return isRunning ? { kind: 'window', window: 'running-sum', of, baseType: of.baseType } : of
}
