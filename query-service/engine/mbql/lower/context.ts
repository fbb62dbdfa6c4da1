import { QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import type { Dialect } from '../../../../shared/sql/dialect.ts'
import type { Fragment } from '../../../../shared/sql/fragment.ts'
import type { Weekday } from '../../../../shared/sql/temporal-unit.ts'

/** All that expressions need to know of the query they stand in. */
export type Context = {
  readonly dialect: Dialect
  readonly weekStart: Weekday
  /** How windows see the groups: `PARTITION BY … ORDER BY …`. */
  readonly along?: Fragment
  /** What the only column in sight is called, where SQL that somebody wrote has named it. */
  readonly column?: Fragment
  /** Which of its groupings a group of a pivot belongs to. */
  readonly grouping?: Fragment
}

/** @throws {QueryProblem} `unsupported-feature`, unless the engine has the feature. */
export const supported = <T>(
  thing: T | undefined | false,
  feature: string,
  context: Context,
): T => {
  if (thing !== undefined && thing !== false) return thing
  const { engine } = context.dialect
  const message = `The engine "${engine}" does not support the feature "${feature}".`
  throw new QueryProblem('unsupported-feature', message)
}
