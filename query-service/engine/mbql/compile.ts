import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import { type RowCaps, type RowLimit, rowLimit, rowsToRead } from '../limits.ts'
import type { Statement } from '../statement.ts'
import type { Mbql } from './ast.ts'
import type { Catalogue } from './catalogue.ts'
import { languageOf } from './languages.ts'
import { withMetrics } from './metrics.ts'
import type { Pivot } from './pivot/pivot.ts'
import { checkPivot, withPivot } from './pivot/with-pivot.ts'
import { resolve } from './resolve.ts'
import type { Resolved } from './resolved.ts'
import { parseMbql } from './schema.ts'

export type CompileOptions = {
  readonly maxRows: RowCaps
  readonly weekStart?: Weekday
  readonly pivot?: Pivot
  /** For SQL that is only shown: its LIMIT is the cap itself, not one more to know what was cut. */
  readonly forDisplay?: boolean
  /** IANA name of the zone of the run; without it UTC. */
  readonly timeZone?: string | undefined
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
  /** Ids of all tables, also of those under saved questions. */
  readonly reads: readonly number[]
  /** It holds SQL of the caller's own. */
  readonly native: boolean
}

export type CompiledMbql = ResolvedMbql &
  Statement & {
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

/** The half of the pipe that finds what a query reads. @throws {Refusal} 400 or 404 */
export const resolveParsed = (
  query: Mbql,
  catalogue: Catalogue,
  weekStart: Weekday = 'sunday',
): ResolvedMbql => {
  const { resolved, touched, reads } = resolve(query, catalogue, weekStart)
  return {
    query,
    resolved,
    columns: resolved.columns,
    tables: [...touched.tables],
    fields: [...touched.fields],
    cards: [...touched.cards],
    reads: [...reads],
    native: touched.native,
  }
}

/**
 * The other half, which makes a statement of it.
 * @throws {Refusal} 400 for a query too large to run
 * @throws {QueryProblem} `unsupported-feature` for what the engine does not have, `invalid-query`
 */
export const compileResolved = (
  resolvedMbql: ResolvedMbql,
  engine: string,
  { maxRows, forDisplay = false, timeZone = 'UTC' }: CompileOptions,
): CompiledMbql => {
  const { query, resolved } = resolvedMbql
  checkPivot(query)
  const aggregated = query.aggregations.length > 0
  const limit = rowLimit(query, aggregated ? maxRows.aggregated : maxRows.bare)
  const offset = query.page && query.page.items * (query.page.number - 1)
  const slice = { limit: limitOf(query, limit, forDisplay), offset }
  const statement = languageOf(engine)(resolved, slice, timeZone)
  return { ...resolvedMbql, ...statement, aggregated, rowLimit: limit }
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
  const query = parseMbql(raw)
  const pivoted = options.pivot ? withPivot(query, options.pivot) : query
  const resolved = resolveParsed(withMetrics(pivoted, catalogue.card), catalogue, options.weekStart)
  return compileResolved(resolved, catalogue.database.engine, options)
}
