import type { DatasetQuery } from '../../../shared/contract/dataset.ts'
import type { DataRights } from '../../../shared/permissions/data-rights.ts'
import type { DatabaseRow, TableRow } from '../../../shared/views/database.ts'
import type { Catalogue } from '../mbql/catalogue.ts'
import { compileResolved, resolveParsed } from '../mbql/compile.ts'
import { withMetrics } from '../mbql/metrics.ts'
import { targetsOf, withParameters } from '../mbql/parameters.ts'
import { withPivot } from '../mbql/pivot/with-pivot.ts'
import { type References, referencesOf } from '../mbql/references.ts'
import { parseMbql } from '../mbql/schema.ts'
import type { PositionCache } from '../metadata-cache.ts'
import { zoneOrUtc } from '../shape/time-zone.ts'
import { orFailing } from './failing.ts'
import { gather } from './knowledge.ts'
import type { Asking, PreparedQuery, SiteOptions } from './prepared.ts'
import { refuseUnlessAllowed, refuseUnreadSources } from './rights.ts'

/** Decision P7: ad-hoc queries need rights on every table they touch, SQL the right to write SQL. */
const mayRead = (rights: DataRights, tables: readonly (TableRow | undefined)[]) =>
  tables.every((table) => table !== undefined && rights.mayQueryTable(table))

/** Saved questions may be asked without any right on their database. */
const isOnCardsAlone = ({ tables, fields, cards }: References): boolean =>
  cards.size > 0 && tables.size === 0 && fields.size === 0

/** The tables a query names, by themselves or by a field; what is unknown is refused later. */
const namedTables = ({ tables, fields }: References, catalogue: Catalogue): readonly TableRow[] => {
  const behindFields = [...fields].map((id) => catalogue.field(id)?.table_id ?? 0)
  return [...tables, ...behindFields].flatMap((id) => catalogue.table(id) ?? [])
}

/** A structured query, allowed and compiled. @throws {Refusal} 400, 403 or 404 */
export const prepareStructured = async (
  asking: Asking,
  cache: PositionCache,
  { query, parameters }: DatasetQuery,
  database: DatabaseRow,
  rights: DataRights,
  options: SiteOptions,
  requestedZone: string | undefined,
): Promise<PreparedQuery> => {
  const asked = withParameters(parseMbql(query), parameters)
  const pivoted = options.pivot ? withPivot(asked, options.pivot) : asked
  // A parameter without a value reads nothing now; whoever may set one may as well be refused now.
  const targets = targetsOf(parameters)
  const references = referencesOf(pivoted, ...targets)
  refuseUnlessAllowed(rights.maySeeDatabase(database.id) || isOnCardsAlone(references))
  const isNative = references.natives.length > 0
  refuseUnlessAllowed(!isNative || rights.mayRunNative(database.id))
  const known = await gather(asking, cache, references, database, options)
  const { catalogue, sources, cards } = known
  const mbql = withMetrics(pivoted, sources.sourceOf)
  const expanded = referencesOf(mbql, ...targets)
  // A metric that stands on itself gives way to what it is on, which the query did not name.
  const unnamed = [...expanded.cards].filter((id) => !cards.includes(id))
  if (!options.asSaved) await refuseUnreadSources(asking, new Set(unnamed))
  // Before anything is said of it: what is wrong with a query tells of the tables it is on.
  refuseUnlessAllowed(mayRead(rights, namedTables(expanded, catalogue)))
  const { caps: maxRows, forDisplay = false, weekStart } = options
  const timeZone = zoneOrUtc(requestedZone ?? database.timezone).name
  let tables: readonly number[] | null = null
  const prepare = () => {
    const resolved = resolveParsed(mbql, catalogue, weekStart)
    refuseUnlessAllowed(mayRead(rights, resolved.tables.map(catalogue.table)))
    tables = resolved.reads
    const compile = () =>
      compileResolved(resolved, database.engine, { maxRows, forDisplay, timeZone })
    return orFailing(compile, options, resolved.columns)
  }
  const outcome = orFailing(prepare, options)
  const isForeign = isNative || sources.native
  return {
    database,
    ...outcome,
    origin: isForeign ? 'foreign' : 'compiled',
    reads: { table: sources.tableUnder(mbql), cards, tables: isForeign ? null : tables },
  }
}
