import { invalid } from '../../../shared/kernel/refusal.ts'
import type { Dialect } from '../../../shared/sql/dialect.ts'
import type { Fragment } from '../../../shared/sql/fragment.ts'
import { measure } from '../../../shared/sql/measure.ts'
import { inline, print } from '../../../shared/sql/print.ts'
import type { Statement } from '../statement.ts'
import type { Language } from './languages.ts'
import { lower } from './lower.ts'

/** Far more than anybody writes, and little enough for an engine to read. */
const mostPieces = 200_000
const mostValues = 32_000

const checkSize = (fragment: Fragment): void => {
  const { pieces, values } = measure(fragment)
  if (pieces > mostPieces || values > mostValues) throw invalid('query', 'This query is too large.')
}

/** A statement of SQL. @throws {Refusal} 400 for one too large to run. */
export const sqlStatement = (fragment: Fragment, dialect: Dialect): Statement => {
  checkSize(fragment)
  return {
    compiled: print(fragment, dialect),
    shown: (layout) => inline(fragment, dialect, layout),
  }
}

/** Structured queries as SQL of a dialect. */
export const sqlLanguage =
  (dialect: Dialect): Language =>
  (resolved, slice) =>
    sqlStatement(lower(resolved, dialect, slice), dialect)
