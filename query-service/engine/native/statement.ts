import { dialects } from '../../../shared/sql/dialects/index.ts'
import type { GivenParameter } from '../../../shared/sql/template/given.ts'
import type { NativeQuery } from '../../../shared/sql/template/native-query.ts'
import type { Catalogue } from '../mbql/catalogue.ts'
import { lowerForeign } from '../mbql/lower.ts'
import { openSession } from '../mbql/resolve/session.ts'
import { resolveQuery } from '../mbql/resolve.ts'
import { sqlStatement } from '../mbql/sql.ts'
import type { Statement } from '../statement.ts'
import { pipelineStatement } from './pipeline.ts'
import { resolveNative } from './resolve.ts'

/**
 * A native query with the values of its parameters, ready to run.
 * @param isSaved it is the query of a saved question
 * @param timeZone by which days begin, for engines whose sessions have none
 * @throws {QueryProblem} `invalid-query`, `missing-required-parameter`, `unsupported-feature`
 * @throws {Refusal} 400 or 404
 */
export const nativeStatement = (
  native: NativeQuery,
  parameters: readonly GivenParameter[],
  catalogue: Catalogue,
  isSaved: boolean,
  timeZone: string,
): Statement => {
  const session = openSession(catalogue, 'sunday')
  const resolved = resolveNative(native, parameters, session, resolveQuery, { isSaved })
  const dialect = dialects.get(catalogue.database.engine)
  return dialect
    ? sqlStatement(lowerForeign(resolved.parts, dialect), dialect)
    : pipelineStatement(resolved, timeZone)
}
