import { type BaseType, numericTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import type { Aggregation, AggregationFunction } from '../ast.ts'
import type { ResolvedAggregation, ResolvedField } from '../resolved.ts'
import { resolveField, type Scope } from './scope.ts'

type FunctionFacts = {
  /** The result's `name`. */
  readonly name: string
  readonly displayName: (argument: string | undefined) => string
  /** The base type of the result; absent where it is the argument's. */
  readonly baseType?: BaseType
  readonly numbersOnly?: boolean
  /** What the result means, given what its argument means. */
  readonly semanticType: (argument: string | null) => string | null
}

const quantity = () => 'type/Quantity'
const none = () => null

/** Sums and extremes of prices are prices; of keys they are nothing in particular. */
const asArgument = (semanticType: string | null) =>
  semanticType === 'type/PK' || semanticType === 'type/FK' ? null : semanticType

export const aggregationFacts: { readonly [F in AggregationFunction]: FunctionFacts } = {
  count: {
    name: 'count',
    displayName: (argument) => (argument === undefined ? 'Count' : `Count of ${argument}`),
    baseType: 'type/BigInteger',
    semanticType: quantity,
  },
  distinct: {
    name: 'count',
    displayName: (argument) => `Distinct values of ${argument}`,
    baseType: 'type/BigInteger',
    semanticType: quantity,
  },
  sum: {
    name: 'sum',
    displayName: (argument) => `Sum of ${argument}`,
    numbersOnly: true,
    semanticType: asArgument,
  },
  avg: {
    name: 'avg',
    displayName: (argument) => `Average of ${argument}`,
    baseType: 'type/Float',
    numbersOnly: true,
    semanticType: asArgument,
  },
  min: { name: 'min', displayName: (argument) => `Min of ${argument}`, semanticType: asArgument },
  max: { name: 'max', displayName: (argument) => `Max of ${argument}`, semanticType: asArgument },
  stddev: {
    name: 'stddev',
    displayName: (argument) => `Standard deviation of ${argument}`,
    baseType: 'type/Float',
    numbersOnly: true,
    semanticType: none,
  },
}

const checkArgument = (name: AggregationFunction, field: ResolvedField): void => {
  if (aggregationFacts[name].numbersOnly && !numericTypes.has(field.baseType))
    throw invalid(field.ref.path, `The aggregation "${name}" needs a field that holds numbers.`)
}

/** @throws {Refusal} 400 */
export const resolveAggregation = (aggregation: Aggregation, scope: Scope): ResolvedAggregation => {
  if (!aggregation.field) return { kind: 'aggregation', function: aggregation.function }
  const field = resolveField(aggregation.field, scope)
  checkArgument(aggregation.function, field)
  return { kind: 'aggregation', function: aggregation.function, field }
}
