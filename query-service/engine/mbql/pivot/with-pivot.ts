import { invalid } from '../../../../shared/kernel/refusal.ts'
import { QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import type { Mbql } from '../ast.ts'
import { isSplit, type Pivot } from './pivot.ts'

/** Every combination of more would be too many to ask for. */
const mostCombined = 8
/** The bits of a grouping. */
const mostBreakouts = 30

const refuseUnlessPivotable = ({ breakouts, aggregations }: Mbql, pivot: Pivot): void => {
  if (breakouts.length === 0) throw invalid('query.breakout', 'A pivot needs breakouts.')
  if (aggregations.length === 0) throw invalid('query.aggregation', 'A pivot needs an aggregation.')
  const most = isSplit(pivot) ? mostBreakouts : mostCombined
  if (breakouts.length <= most) return
  const where = isSplit(pivot) ? '' : ' that does not say which are rows and which are columns'
  throw invalid('query.breakout', `A pivot${where} has ${most} breakouts at the most.`)
}

const isWithin = ({ breakouts }: Mbql, { rows, columns }: Pivot): boolean =>
  [...rows, ...columns].every((place) => place < breakouts.length)

/** Breakouts in the order in which a sheet shows them, without those it does not show. */
const arranged = (query: Mbql, pivot: Pivot): Mbql => {
  const { rows, columns } = pivot
  const breakouts = [...rows, ...columns].flatMap((place) => query.breakouts[place] ?? [])
  const places = breakouts.map((_, place) => place)
  return {
    ...query,
    breakouts,
    pivot: { ...pivot, rows: places.slice(0, rows.length), columns: places.slice(rows.length) },
  }
}

/**
 * A query to be answered as a pivot table. Of its orders only those by aggregations are kept, and
 * neither limit nor page: they would count totals as rows, and cut those off that come last.
 * @throws {Refusal} 400 for one without breakouts or aggregations, or with too many breakouts
 */
export const withPivot = ({ limit: _, page: __, ...query }: Mbql, pivot: Pivot): Mbql => {
  refuseUnlessPivotable(query, pivot)
  const orders = query.orders.filter(({ by }) => by.kind === 'aggregation')
  const pivoted = { ...query, orders, pivot }
  return pivot.forSheet && isWithin(query, pivot) ? arranged(pivoted, pivot) : pivoted
}

const refuseBeyond = (places: readonly number[], count: number, what: string): void => {
  const beyond = places.find((place) => place >= count)
  if (beyond === undefined) return
  const message = `There is no ${what} ${beyond}: the query has ${count}, counted from 0.`
  throw new QueryProblem('invalid-query', message)
}

/** @throws {QueryProblem} `invalid-query` for a pivot of breakouts or aggregations that are not there. */
export const checkPivot = ({ pivot, breakouts, aggregations }: Mbql): void => {
  if (!pivot) return
  refuseBeyond([...pivot.rows, ...pivot.columns], breakouts.length, 'breakout')
  refuseBeyond(pivot.measures ?? [], aggregations.length, 'aggregation')
}
