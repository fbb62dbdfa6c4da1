import { isExtraction } from '../../../../shared/sql/temporal-unit.ts'
import { isTime } from '../resolve/term.ts'
import type { Term } from '../term.ts'
import { call } from './call.ts'
import { wallClockIn } from './clock.ts'
import { holds } from './condition.ts'
import { type Context, unsupported } from './context.ts'
import { difference, shifted } from './duration.ts'
import { type Expression, literal, nothing } from './expression.ts'
import { extracted, truncated } from './moment.ts'
import { encode } from './value.ts'

type Of<K extends Term['kind']> = Extract<Term, { kind: K }>

const bucketed = ({ of, bucket, weekStart }: Of<'bucketed'>, context: Context): Expression => {
  const plain = lowerTerm(of, context)
  if (bucket === 'default') return plain
  if (isTime(of.baseType)) return unsupported('time-of-day')
  if (isExtraction(bucket)) return extracted(bucket, plain, context, weekStart)
  if (of.baseType === 'type/Date' && bucket === 'day') return plain
  return truncated(plain, bucket, context, weekStart)
}

/** The lower edge of the bin a number falls into. */
const binned = ({ of, least, width }: Of<'binned'>, context: Context): Expression => {
  const [number, step] = [lowerTerm(of, context), lowerTerm(width, context)]
  const steps = (from: Expression): Expression => ({
    $multiply: [{ $floor: { $divide: [from, step] } }, step],
  })
  if (!least) return steps(number)
  const start = lowerTerm(least, context)
  return { $add: [steps({ $subtract: [number, start] }), start] }
}

const caseOf = ({ branches, otherwise }: Of<'case'>, context: Context): Expression => ({
  $switch: {
    branches: branches.map(({ when, then }) => ({
      case: holds(when, context),
      then: lowerTerm(then, context),
    })),
    default: otherwise ? lowerTerm(otherwise, context) : nothing,
  },
})

type Lowerers = {
  readonly [K in Term['kind']]: (term: Of<K>, context: Context) => Expression
}

const lowerers: Lowerers = {
  column: (column, { find }) => find(column).expression,
  value: (term, { timeZone }) => literal(encode(term, timeZone)),
  bucketed,
  binned,
  call: (term, context) => call(term, context),
  now: () => '$$NOW',
  shift: ({ of, amount, ...by }, context) =>
    shifted(lowerTerm(of, context), lowerTerm(amount, context), by, context),
  difference: ({ unit, from, to }, context) =>
    difference(unit, lowerTerm(from, context), lowerTerm(to, context), context),
  'in-zone': (term, context) => wallClockIn(lowerTerm(term.of, context), term, context),
  case: caseOf,
  grouping: () => literal(0),
  // Where they can stand at all they are known from an earlier stage.
  aggregate: ({ function: name }) => unsupported(`nested-aggregations/${name}`),
  window: ({ window }) => unsupported(`nested-windows/${window}`),
}

/** A term as an expression. @throws {QueryProblem} for what the engine has not. */
export const lowerTerm = (term: Term, context: Context): Expression => {
  const known = context.known?.get(term)
  if (known !== undefined) return known
  // The table is keyed by kind: the function found takes just this term.
  const lower = lowerers[term.kind] as (term: never, context: Context) => Expression
  return lower(term as never, context)
}
