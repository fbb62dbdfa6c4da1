import type { AggregationFunction, Expression } from '../ast/expression.ts'

/** `day-of-week` → `Day of week` */
export const unitLabel = (unit: string): string =>
  unit.charAt(0).toUpperCase() + unit.slice(1).replaceAll('-', ' ')

/** What the columns of a query call a reference. */
export type NameOf = (reference: Extract<Expression, { kind: 'field' | 'expression' }>) => string

const ordinal = (number: number): string => {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

type Label = {
  /** The result's `name`. */
  readonly name: string
  readonly text: (argument: string, fraction: number) => string
  /** Where there is no argument. */
  readonly alone?: string
}

const aggregations: { readonly [F in AggregationFunction]: Label } = {
  count: { name: 'count', text: (it) => `Count of ${it}`, alone: 'Count' },
  distinct: { name: 'count', text: (it) => `Distinct values of ${it}` },
  sum: { name: 'sum', text: (it) => `Sum of ${it}` },
  avg: { name: 'avg', text: (it) => `Average of ${it}` },
  min: { name: 'min', text: (it) => `Min of ${it}` },
  max: { name: 'max', text: (it) => `Max of ${it}` },
  stddev: { name: 'stddev', text: (it) => `Standard deviation of ${it}` },
  var: { name: 'var', text: (it) => `Variance of ${it}` },
  median: { name: 'median', text: (it) => `Median of ${it}` },
  percentile: {
    name: 'percentile',
    text: (it, fraction) => `${ordinal(Math.round(fraction * 1e4) / 100)} percentile of ${it}`,
  },
  'count-where': {
    name: 'count_where',
    text: () => '',
    alone: 'Count of rows matching condition',
  },
  'sum-where': { name: 'sum_where', text: (it) => `Sum of ${it} matching condition` },
  'distinct-where': {
    name: 'distinct_where',
    text: (it) => `Distinct values of ${it} matching condition`,
  },
  share: { name: 'share', text: () => '', alone: 'Share of rows matching condition' },
  'cum-count': {
    name: 'count',
    text: (it) => `Cumulative count of ${it}`,
    alone: 'Cumulative count',
  },
  'cum-sum': { name: 'sum', text: (it) => `Cumulative sum of ${it}` },
}

const infix: ReadonlySet<string> = new Set(['+', '-', '*', '/'])

const functionLabel = (name: string): string => unitLabel(name)

/** A display name for an expression that nobody named. */
export const labelOf = (expression: Expression, nameOf: NameOf): string => {
  switch (expression.kind) {
    case 'field':
    case 'expression':
      return nameOf(expression)
    case 'literal':
      return String(expression.value)
    case 'aggregate': {
      const { text, alone = '' } = aggregations[expression.function]
      const { argument, fraction = 0 } = expression
      return argument ? text(labelOf(argument, nameOf), fraction) : alone
    }
    case 'offset':
      return `Offset of ${labelOf(expression.of, nameOf)}`
    case 'call':
      return infix.has(expression.function)
        ? expression.args.map((arg) => labelOf(arg, nameOf)).join(` ${expression.function} `)
        : functionLabel(expression.function)
    default:
      return functionLabel(expression.kind)
  }
}

/** The result's `name` of an aggregation that nobody named. */
export const resultName = (expression: Expression): string => {
  if (expression.kind === 'aggregate') return aggregations[expression.function].name
  return expression.kind === 'offset' ? 'offset' : 'expression'
}
