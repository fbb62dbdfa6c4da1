import type { DatasetQuery } from '../../../shared/contract/dataset.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'
import type { DataRights } from '../../../shared/permissions/data-rights.ts'
import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import type { DatabaseRow, TableRow } from '../../../shared/views/database.ts'
import type { Catalogue } from '../mbql/catalogue.ts'
import { compileResolved, type ResolvedMbql, resolveParsed } from '../mbql/compile.ts'
import { targetsOf, withParameters } from '../mbql/parameters.ts'
import { withPivot } from '../mbql/pivot/with-pivot.ts'
import { type References, referencesOf } from '../mbql/references.ts'
import { parseMbql } from '../mbql/schema.ts'
import { loadCatalogue, type PositionCache } from '../metadata-cache.ts'
import { loadSavedSources } from '../saved-sources.ts'
import type { Asking, PreparedQuery, PrepareOptions } from './prepared.ts'
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

/** A query may ask for what its engine does not have: it fails then, as if the engine had said so. */
const compile = (
  resolved: ResolvedMbql,
  database: DatabaseRow,
  { caps, forDisplay = false }: PrepareOptions,
): Omit<PreparedQuery, 'origin' | 'reads'> => {
  try {
    const options = { maxRows: caps, forDisplay }
    return { database, ...compileResolved(resolved, database.engine, options) }
  } catch (problem) {
    if (!(problem instanceof QueryProblem)) throw problem
    if (forDisplay) throw invalid('query', problem.message)
    const { columns } = resolved
    const compiled = { sql: '', parameters: [] }
    return { database, compiled, rowLimit: { rows: 0 }, columns, problem }
  }
}

/** A structured query, allowed and compiled. @throws {Refusal} 400, 403 or 404 */
export const prepareStructured = async (
  asking: Asking,
  cache: PositionCache,
  { query, parameters }: DatasetQuery,
  database: DatabaseRow,
  rights: DataRights,
  options: PrepareOptions,
): Promise<PreparedQuery> => {
  const { views, position } = asking
  const { card, asSaved = false } = options
  const asked = withParameters(parseMbql(query), parameters)
  const mbql = options.pivot ? withPivot(asked, options.pivot) : asked
  // A parameter without a value reads nothing now; whoever may set one may as well be refused now.
  const references = referencesOf(mbql, ...targetsOf(parameters))
  refuseUnlessAllowed(rights.maySeeDatabase(database.id) || isOnCardsAlone(references))
  if (!asSaved) await refuseUnreadSources(asking, references.cards)
  const sources = await loadSavedSources(views, database.id, references.cards, card)
  const known = await loadCatalogue(views, cache, position, database, {
    tables: [...references.tables, ...sources.needed.tables],
    fields: [...references.fields, ...sources.needed.fields],
  })
  const catalogue: Catalogue = { ...known, card: sources.sourceOf }
  // Before anything is said of it: what is wrong with a query tells of the tables it is on.
  refuseUnlessAllowed(mayRead(rights, namedTables(references, catalogue)))
  const resolved = resolveParsed(mbql, catalogue)
  const { tables, native } = resolved
  refuseUnlessAllowed(mayRead(rights, tables.map(catalogue.table)))
  refuseUnlessAllowed(!native || rights.mayRunNative(database.id))
  const isForeign = native || sources.native
  return {
    ...compile(resolved, database, options),
    origin: isForeign ? 'foreign' : 'compiled',
    reads: {
      table: sources.tableUnder(mbql),
      cards: [...references.cards],
      tables: isForeign ? null : resolved.reads,
    },
  }
}
