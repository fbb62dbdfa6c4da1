import { invalid } from '../../../shared/kernel/refusal.ts'
import type { CompiledQuery } from '../../../shared/ports/engine-driver.ts'
import { dialectOf } from '../../../shared/sql/dialects/index.ts'
import type { Fragment } from '../../../shared/sql/fragment.ts'
import { measure } from '../../../shared/sql/measure.ts'
import { print } from '../../../shared/sql/print.ts'
import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import { type RowCaps, type RowLimit, rowLimit, rowsToRead } from '../limits.ts'
import type { Mbql } from './ast.ts'
import type { Catalogue } from './catalogue.ts'
import { lower } from './lower.ts'
import { resolve } from './resolve.ts'
import type { Resolved } from './resolved.ts'
import { parseMbql } from './schema.ts'

export type CompileOptions = {
  readonly maxRows: RowCaps
  readonly weekStart?: Weekday
  /** For SQL that is only shown: its LIMIT is the cap itself, not one more to know what was cut. */
  readonly forDisplay?: boolean
}

/** A query whose every reference is settled: what it reads, before any SQL is made of it. */
export type ResolvedMbql = {
  readonly query: Mbql
  readonly resolved: Resolved
  /** Undefined where only the database knows them: all columns of SQL somebody wrote. */
  readonly columns: readonly ColumnMetadata[] | undefined
  /** Ids of all tables, fields and saved questions it reads, wherever they stand in it. */
  readonly tables: readonly number[]
  readonly fields: readonly number[]
  readonly cards: readonly number[]
  /** It holds SQL of the caller's own. */
  readonly native: boolean
}

export type CompiledMbql = ResolvedMbql & {
  readonly compiled: CompiledQuery
  /** To be printed in another layout, or with `inline` for people to read. */
  readonly fragment: Fragment
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

/** Far more than anybody writes, and little enough for an engine to read. */
const mostPieces = 200_000
const mostValues = 32_000

const checkSize = (fragment: Fragment): void => {
  const { pieces, values } = measure(fragment)
  if (pieces > mostPieces || values > mostValues) throw invalid('query', 'This query is too large.')
}

/** The half of the pipe that finds what a query reads. @throws {Refusal} 400 or 404 */
export const resolveParsed = (
  query: Mbql,
  catalogue: Catalogue,
  weekStart: Weekday = 'sunday',
): ResolvedMbql => {
  const { resolved, touched } = resolve(query, catalogue, weekStart)
  return {
    query,
    resolved,
    columns: resolved.columns,
    tables: [...touched.tables],
    fields: [...touched.fields],
    cards: [...touched.cards],
    native: touched.native,
  }
}

/**
 * The other half, which makes SQL of it.
 * @throws {Refusal} 400 for a query too large to run
 * @throws {QueryProblem} `unsupported-feature` for what the engine does not have
 */
export const compileResolved = (
  resolvedMbql: ResolvedMbql,
  engine: string,
  { maxRows, forDisplay = false }: CompileOptions,
): CompiledMbql => {
  const { query, resolved } = resolvedMbql
  const aggregated = query.aggregations.length > 0
  const limit = rowLimit(query, aggregated ? maxRows.aggregated : maxRows.bare)
  const dialect = dialectOf(engine)
  const offset = query.page && query.page.items * (query.page.number - 1)
  const fragment = lower(resolved, dialect, { limit: limitOf(query, limit, forDisplay), offset })
  checkSize(fragment)
  const compiled = print(fragment, dialect)
  return { ...resolvedMbql, compiled, fragment, aggregated, rowLimit: limit }
}

/**
 * The whole pipe for a structured query: its `query` member in, a statement and all there is to
 * know of its result out.
 * @throws {Refusal} 400 or 404, whatever `raw` is
 * @throws {QueryProblem} `unsupported-feature`
 */
export const compileMbql = (
  raw: unknown,
  catalogue: Catalogue,
  options: CompileOptions,
): CompiledMbql => {
  const resolved = resolveParsed(parseMbql(raw), catalogue, options.weekStart)
  return compileResolved(resolved, catalogue.database.engine, options)
}
