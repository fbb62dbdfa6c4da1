import { QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import type { Resolved } from '../resolved.ts'
import type { Column, Term } from '../term.ts'
import { gather } from './aggregate.ts'
import { collect } from './collect.ts'
import type { Context } from './context.ts'
import { type Expression, literal, orNull, type Stage, when } from './expression.ts'
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

/** All rows are one group, even where there are none. */
const onceForAll = (accumulators: Stage): readonly Stage[] => [
  { $facet: { groups: [groupBy([], accumulators, 0)] } },
  { $replaceWith: { $ifNull: [{ $first: '$groups' }, literal({})] } },
]

/** Groups by nothing are one group, even of no rows. */
const atLeastOne = (groups: string, otherwise: Expression): Expression =>
  when({ $eq: [{ $size: groups }, 0] }, [otherwise], groups)

/** All groups of several groupings, in one pass over the rows. */
const severalTimes = (
  groupings: readonly number[],
  breakouts: readonly Expression[],
  accumulators: Stage,
): readonly Stage[] => {
  const facets = groupings.map((grouping) => ({
    key: `g${grouping}`,
    stages: [groupBy(breakouts, accumulators, grouping), { $set: { grouping: literal(grouping) } }],
    ofNone: grouping === 2 ** breakouts.length - 1,
    empty: literal({ grouping }),
  }))
  const lists = facets.map(({ key, ofNone, empty }) =>
    ofNone ? atLeastOne(`$${key}`, empty) : `$${key}`,
  )
  return [
    { $facet: Object.fromEntries(facets.map(({ key, stages }) => [key, stages])) },
    { $project: { groups: { $concatArrays: lists } } },
    { $unwind: '$groups' },
    { $replaceWith: '$groups' },
  ]
}

/** The stages that make groups of rows, and what their documents hold then. */
export const groupStages = (
  query: Resolved,
  context: Context,
): { readonly stages: readonly Stage[]; readonly context: Context } => {
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
  const grouped =
    breakouts.length > 0 ? [groupBy(breakouts, accumulators, 0)] : onceForAll(accumulators)
  const stages = query.groupings ? severalTimes(query.groupings, breakouts, accumulators) : grouped
  return { stages, context: { ...context, find: neitherGroupedNorAggregated, known } }
}
