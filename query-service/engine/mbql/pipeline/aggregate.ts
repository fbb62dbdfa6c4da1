import type { Json } from '../../../../shared/kernel/json.ts'
import type { AggregateTerm } from '../term.ts'
import { holds } from './condition.ts'
import { type Context, unsupported } from './context.ts'
import { type Expression, isNotNull, literal, nothing, when } from './expression.ts'
import { lowerTerm } from './term.ts'

/** What `$group` gathers for an aggregation, and what is made of it afterwards. */
export type Gathered = {
  readonly accumulators: Readonly<Record<string, { [operator: string]: Json }>>
  /** Where there was no row at all, all that was gathered is missing. */
  readonly result: Expression
}

type Parts = {
  /** The key to gather under, and the same as a path. */
  readonly key: string
  readonly path: string
  readonly argument: Expression
  readonly condition: Expression
}

type Gather = (parts: Parts) => Gathered

const alone =
  (operator: string): Gather =>
  ({ key, path, argument }) => ({ accumulators: { [key]: { [operator]: argument } }, result: path })

const counted = (condition: Expression): Expression => when(condition, 1, 0)

/** The server says 0 for the sum of nothing; whether there was anything is counted beside it. */
const sumOf = ({ key, path }: Parts, number: Expression): Gathered => ({
  accumulators: {
    [key]: { $sum: number },
    [`${key}_count`]: { $sum: counted(isNotNull(number)) },
  },
  result: when({ $gt: [`${path}_count`, 0] }, path),
})

const distinctOf = ({ key, path }: Parts, value: Expression): Gathered => ({
  accumulators: { [key]: { $addToSet: value } },
  result: { $size: { $setDifference: [{ $ifNull: [path, literal([])] }, literal([null])] } },
})

const gatherers: { readonly [F in AggregateTerm['function']]: Gather } = {
  count: ({ key, path, argument }) => ({
    accumulators: { [key]: { $sum: argument === null ? 1 : counted(isNotNull(argument)) } },
    result: { $ifNull: [path, 0] },
  }),
  distinct: (parts) => distinctOf(parts, parts.argument),
  sum: (parts) => sumOf(parts, parts.argument),
  avg: alone('$avg'),
  min: alone('$min'),
  max: alone('$max'),
  stddev: alone('$stdDevPop'),
  var: ({ key, path, argument }) => ({
    accumulators: { [key]: { $stdDevPop: argument } },
    result: { $pow: [path, 2] },
  }),
  percentile: () => unsupported('percentile-aggregations'),
  'count-where': ({ key, path, condition }) => ({
    accumulators: { [key]: { $sum: counted(condition) } },
    result: path,
  }),
  'sum-where': (parts) => sumOf(parts, when(parts.condition, parts.argument, 0)),
  'distinct-where': (parts) => distinctOf(parts, when(parts.condition, parts.argument, nothing)),
  share: ({ key, path, condition }) => ({
    accumulators: { [key]: { $sum: counted(condition) }, [`${key}_count`]: { $sum: 1 } },
    result: { $divide: [path, `${path}_count`] },
  }),
}

/** An aggregation gathered under `key`. @throws {QueryProblem} `unsupported-feature` */
export const gather = (term: AggregateTerm, key: string, context: Context): Gathered =>
  gatherers[term.function]({
    key,
    path: `$${key}`,
    argument: term.argument ? lowerTerm(term.argument, context) : null,
    condition: holds(term.condition ?? { kind: 'constant', holds: true }, context),
  })
