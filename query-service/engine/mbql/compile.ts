import type { CompiledQuery } from '../../../shared/ports/engine-driver.ts'
import { dialectOf } from '../../../shared/sql/dialects/index.ts'
import type { Fragment } from '../../../shared/sql/fragment.ts'
import { print } from '../../../shared/sql/print.ts'
import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import { type RowCaps, type RowLimit, rowLimit, rowsToRead } from '../limits.ts'
import type { Mbql } from './ast.ts'
import type { Catalogue } from './catalogue.ts'
import { lower } from './lower.ts'
import { resolve } from './resolve.ts'
import { parseMbql } from './schema.ts'

export type CompileOptions = {
  readonly maxRows: RowCaps
  readonly weekStart?: Weekday
  /** For SQL that is only shown: its LIMIT is the cap itself, not one more to know what was cut. */
  readonly forDisplay?: boolean
}

export type CompiledMbql = {
  readonly compiled: CompiledQuery
  /** To be printed in another layout, or with `inline` for people to read. */
  readonly fragment: Fragment
  readonly columns: readonly ColumnMetadata[]
  /** Ids of all tables and fields the query reads, wherever they stand in it. */
  readonly tables: readonly number[]
  readonly fields: readonly number[]
  /** Whether there are aggregations: other caps hold then. */
  readonly aggregated: boolean
  readonly rowLimit: RowLimit
}

/** Bare rows are limited in the SQL too; groups only while they are read, unless it is asked for. */
const limitOf = (query: Mbql, limit: RowLimit, forDisplay: boolean): number | undefined => {
  const isAsked = query.limit !== undefined || query.page !== undefined
  if (query.aggregations.length > 0 && !isAsked) return undefined
  return forDisplay ? limit.rows : rowsToRead(limit)
}

/**
 * The whole pipe for a structured query: its `query` member in, a statement and all there is to
 * know of its result out.
 * @throws {Refusal} 400; nothing else, whatever `raw` is.
 */
export const compileMbql = (
  raw: unknown,
  catalogue: Catalogue,
  options: CompileOptions,
): CompiledMbql => compileParsed(parseMbql(raw), catalogue, options)

/** The same for a query whose shape was checked already. @throws {Refusal} 400 */
export const compileParsed = (
  query: Mbql,
  catalogue: Catalogue,
  { maxRows, weekStart = 'sunday', forDisplay = false }: CompileOptions,
): CompiledMbql => {
  const resolved = resolve(query, catalogue, weekStart)
  const aggregated = query.aggregations.length > 0
  const limit = rowLimit(query, aggregated ? maxRows.aggregated : maxRows.bare)
  const dialect = dialectOf(catalogue.database.engine)
  const offset = query.page && query.page.items * (query.page.number - 1)
  const fragment = lower(resolved, dialect, { limit: limitOf(query, limit, forDisplay), offset })
  return {
    compiled: print(fragment, dialect),
    fragment,
    columns: resolved.columns,
    tables: resolved.tables,
    fields: resolved.fields,
    aggregated,
    rowLimit: limit,
  }
}
