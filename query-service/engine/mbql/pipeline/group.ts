import { QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import type { Resolved } from '../resolved.ts'
import type { Column, Term } from '../term.ts'
import { gather } from './aggregate.ts'
import { collect } from './collect.ts'
import { type Expression, literal, orNull, type Stage } from './expression.ts'
import type { Rows } from './rows.ts'
import { lowerTerm } from './term.ts'

const neitherGroupedNorAggregated = ({ name }: Column): never => {
  const message = `The column "${name}" is neither grouped by nor aggregated.`
  throw new QueryProblem('db', message)
}

const breakoutKey = (place: number): string => `b${place}`

/** Groups by the breakouts that the grouping, a mask, does not leave out. */
const groupBy = (
  breakouts: readonly Expression[],
  accumulators: Stage,
  grouping: number,
): Stage => {
  const kept = breakouts.flatMap((breakout, place) =>
    (grouping & (1 << place)) === 0 ? [[breakoutKey(place), orNull(breakout)] as const] : [],
  )
  return { $group: { _id: kept.length > 0 ? Object.fromEntries(kept) : null, ...accumulators } }
}

/** All rows are one group, even where there are none; one document holds it. */
const onceForAll = (accumulators: Stage): readonly Stage[] => [
  { $facet: { groups: [groupBy([], accumulators, 0)] } },
  { $replaceWith: { $ifNull: [{ $first: '$groups' }, literal({})] } },
]

/**
 * All groups of several groupings, one after the other: documents hold 16 MiB at most, so none can
 * hold the groups of one, and each reads the rows for itself.
 */
const severalTimes = (
  groupings: readonly number[],
  breakouts: readonly Expression[],
  accumulators: Stage,
  { collection, stages }: Rows,
): readonly Stage[] => {
  const [first = [], ...others] = groupings.map((grouping): readonly Stage[] => [
    ...stages,
    ...(grouping === 2 ** breakouts.length - 1
      ? onceForAll(accumulators)
      : [groupBy(breakouts, accumulators, grouping)]),
    { $set: { grouping: literal(grouping) } },
  ])
  return [
    ...first,
    ...others.map((pipeline) => ({ $unionWith: { coll: collection, pipeline: [...pipeline] } })),
  ]
}

/** The rows made groups. */
export const groupStages = (query: Resolved, rows: Rows): Rows => {
  const { context } = rows
  const terms = [...query.selection, ...query.orders.map(({ by }) => by)]
  const known = new Map<Term, Expression>()
  const accumulators: Stage = {}
  for (const [place, term] of collect(terms, 'aggregate').entries()) {
    const gathered = gather(term, `a${place}`, context)
    Object.assign(accumulators, gathered.accumulators)
    known.set(term, gathered.result)
  }
  const breakouts = query.breakouts.map((breakout, place) => {
    known.set(breakout, `$_id.${breakoutKey(place)}`)
    return lowerTerm(breakout, context)
  })
  for (const term of collect(terms, 'grouping'))
    known.set(term, query.groupings ? '$grouping' : literal(0))
  const once = () =>
    breakouts.length > 0 ? [groupBy(breakouts, accumulators, 0)] : onceForAll(accumulators)
  const stages = query.groupings
    ? severalTimes(query.groupings, breakouts, accumulators, rows)
    : [...rows.stages, ...once()]
  return { ...rows, stages, context: { ...context, find: neitherGroupedNorAggregated, known } }
}
