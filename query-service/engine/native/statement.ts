import { dialects } from '../../../shared/sql/dialects/index.ts'
import type { GivenParameter } from '../../../shared/sql/template/given.ts'
import type { NativeQuery } from '../../../shared/sql/template/native-query.ts'
import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { Catalogue } from '../mbql/catalogue.ts'
import { lowerForeign } from '../mbql/lower.ts'
import { openSession } from '../mbql/resolve/session.ts'
import { resolveQuery } from '../mbql/resolve.ts'
import { sqlStatement } from '../mbql/sql.ts'
import type { Statement } from '../statement.ts'
import { pipelineStatement } from './pipeline.ts'
import { resolveNative } from './resolve.ts'

export type NativeOptions = {
  /** It is the query of a saved question. */
  readonly isSaved: boolean
  /** By which days begin, for engines whose sessions have none. */
  readonly timeZone: string
  readonly weekStart: Weekday
}

/**
 * A native query with the values of its parameters, ready to run.
 * @throws {QueryProblem} `invalid-query`, `missing-required-parameter`, `unsupported-feature`
 * @throws {Refusal} 400 or 404
 */
export const nativeStatement = (
  native: NativeQuery,
  parameters: readonly GivenParameter[],
  catalogue: Catalogue,
  { isSaved, timeZone, weekStart }: NativeOptions,
): Statement => {
  const session = openSession(catalogue, weekStart)
  const resolved = resolveNative(native, parameters, session, resolveQuery, { isSaved })
  const dialect = dialects.get(catalogue.database.engine)
  return dialect
    ? sqlStatement(lowerForeign(resolved, dialect), dialect)
    : pipelineStatement(resolved, timeZone)
}
