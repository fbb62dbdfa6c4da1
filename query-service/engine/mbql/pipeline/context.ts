import { QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import type { Weekday } from '../../../../shared/sql/temporal-unit.ts'
import type { Column, Term } from '../term.ts'
import type { Expression, Variables } from './expression.ts'
import type { Place } from './place.ts'

/** What all levels of one query share. */
export type Run = {
  /** IANA name or `±HH:MM`: what the clock and the calendar of this run go by. */
  readonly timeZone: string
  readonly variables: Variables
}

/** All that expressions need to know of the query they stand in. */
export type Context = Run & {
  readonly weekStart: Weekday
  /** @throws {QueryProblem} for a column that is not there, or no longer. */
  readonly find: (column: Column) => Place
  /** Terms that have been worked out by stages before: groups, aggregates and windows. */
  readonly known?: ReadonlyMap<Term, Expression>
}

/** @throws {QueryProblem} `unsupported-feature` */
export const unsupported = (feature: string): never => {
  const message = `The engine "mongo" does not support the feature "${feature}".`
  throw new QueryProblem('unsupported-feature', message)
}

/** The server's own zone is UTC. */
export const inZone = ({ timeZone }: Pick<Context, 'timeZone'>): { timezone?: string } =>
  timeZone === 'UTC' ? {} : { timezone: timeZone }
