import type { DatasetQuery } from '../../shared/contract/dataset.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import { type DataRights, dataRightsOf } from '../../shared/permissions/data-rights.ts'
import { type CompiledQuery, QueryProblem } from '../../shared/ports/engine-driver.ts'
import type { Fragment } from '../../shared/sql/fragment.ts'
import type { DatabaseRow, TableRow } from '../../shared/views/database.ts'
import { readableCards } from '../cards.ts'
import type { Views } from '../context.ts'
import { loadDataRights } from '../rights.ts'
import type { ColumnMetadata } from './column-metadata.ts'
import { type RowCaps, type RowLimit, rowLimit } from './limits.ts'
import type { Catalogue } from './mbql/catalogue.ts'
import { compileResolved, type ResolvedMbql, resolveParsed } from './mbql/compile.ts'
import { targetsOf, withParameters } from './mbql/parameters.ts'
import { type References, referencesOf } from './mbql/references.ts'
import { parseMbql } from './mbql/schema.ts'
import { loadCatalogue, type PositionCache } from './metadata-cache.ts'
import { parseNative } from './native.ts'
import { databaseOf } from './query-database.ts'
import { loadSavedSources } from './saved-sources.ts'
import { knownZone } from './shape/known-zone.ts'

/** Whose query it is and what they can see. */
export type Asking = {
  readonly actor: Actor
  readonly views: Views
  readonly position: bigint | undefined
}

/** A query that may run: checked, compiled, and allowed. */
export type Prepared = {
  readonly database: DatabaseRow
  readonly compiled: CompiledQuery
  readonly origin: 'foreign' | 'compiled'
  readonly rowLimit: RowLimit
  /** Known before the run for structured queries only. */
  readonly columns: readonly ColumnMetadata[] | undefined
  /** For showing the SQL; absent where it is the caller's own. */
  readonly fragment: Fragment | undefined
  /** The zone asked for; the database's own where there is none. */
  readonly timeZone?: string
  /** Why it fails before it reaches the database: that has not what the query asks for. */
  readonly problem?: QueryProblem
}

/** With what it reads: the table at the bottom of it, unless that is SQL, and saved questions. */
export type PreparedQuery = Prepared & {
  readonly reads: { readonly table: number | null; readonly cards: readonly number[] }
}

export type PrepareOptions = {
  readonly caps: RowCaps
  /** Show the SQL rather than run it: that needs the right to write SQL. */
  readonly forDisplay?: boolean
  /** The saved question this is the query of: it cannot be its own source. */
  readonly card?: number | undefined
  /** Whoever may read a saved question may have its rows, whatever their data rights (P7). */
  readonly asSaved?: true
}

const notAllowed = 'You are not allowed to run this query.'

/** Decision P7: ad-hoc queries need rights on every table they touch, SQL the right to write SQL. */
const mayRead = (rights: DataRights, tables: readonly (TableRow | undefined)[]) =>
  tables.every((table) => table !== undefined && rights.mayQueryTable(table))

const everything = dataRightsOf(true, [], [])

const rightsOf = ({ actor, views, position }: Asking, cache: PositionCache): Promise<DataRights> =>
  cache.get(
    position,
    `rights ${actor.isSuperuser ? 'admin' : [...actor.groupIds].sort().join()}`,
    () => loadDataRights(views, actor),
  )

/** @throws {Refusal} unless the caller may read every saved question they name: 404, then 403. */
const refuseUnreadSources = async ({ actor, views }: Asking, cards: ReadonlySet<number>) => {
  if (cards.size > 0) await readableCards(views, actor, [...cards])
}

/** Saved questions may be asked without any right on their database. */
const isOnCardsAlone = ({ tables, fields, cards }: References): boolean =>
  cards.size > 0 && tables.size === 0 && fields.size === 0

/** The tables a query names, by themselves or by a field; what is unknown is refused later. */
const namedTables = ({ tables, fields }: References, catalogue: Catalogue): readonly TableRow[] => {
  const behindFields = [...fields].map((id) => catalogue.field(id)?.table_id ?? 0)
  return [...tables, ...behindFields].flatMap((id) => catalogue.table(id) ?? [])
}

const requestedZone = ({ settings }: DatasetQuery): { timeZone?: string } => {
  const name = settings?.['report-timezone']
  if (name === undefined || name === null) return {}
  const zone = knownZone(name)
  if (zone) return { timeZone: zone }
  throw invalid('settings.report-timezone', 'Expected a time zone, like "Europe/Paris".')
}

/** SQL: rows that a parameter was meant to leave out must not be answered as if there were none. */
const refuseParameters = ({ parameters }: DatasetQuery) => {
  const isSet = parameters?.some(({ value }) => value !== undefined && value !== null)
  if (isSet) throw invalid('parameters', 'Parameters are not supported yet.')
}

/** A query may ask for what its engine does not have: it fails then, as if the engine had said so. */
const compile = (
  resolved: ResolvedMbql,
  database: DatabaseRow,
  { caps, forDisplay = false }: PrepareOptions,
): Omit<Prepared, 'origin'> => {
  try {
    const options = { maxRows: caps, forDisplay }
    return { database, ...compileResolved(resolved, database.engine, options) }
  } catch (problem) {
    if (!(problem instanceof QueryProblem)) throw problem
    if (forDisplay) throw invalid('query', problem.message)
    const { columns } = resolved
    const compiled = { sql: '', parameters: [] }
    const rowLimit = { rows: 0 }
    return { database, compiled, rowLimit, columns, fragment: undefined, problem }
  }
}

/** Queries longer than this, in characters of JSON, are prepared each time. */
const longestKept = 4_000

/** A prepared query is about so many times as large as a row of metadata. */
const preparedWeight = 10

/**
 * From a request's query to a statement that may run. At one position of the read models the same
 * question of the same person has one answer to that, so a structured query is prepared once.
 * @throws {Refusal} 400, 403 or 404: everything that is refused is refused here, before it runs.
 */
export const prepareQuery = (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  options: PrepareOptions,
): Promise<PreparedQuery> => {
  const work = () => prepare(asking, cache, query, options)
  if (query.type === 'native') return work()
  const { userId, isSuperuser, groupIds } = asking.actor
  const key = JSON.stringify([userId, isSuperuser, groupIds, options, query])
  if (key.length > longestKept) return work()
  return cache.get(asking.position, `query ${key}`, work, preparedWeight)
}

const prepare = async (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  options: PrepareOptions,
): Promise<PreparedQuery> => {
  const { views, position } = asking
  const { caps, forDisplay = false, card, asSaved = false } = options
  const database = await databaseOf(asking, cache, query, asSaved)
  const rights = asSaved ? everything : await rightsOf(asking, cache)
  const writesSql = query.type === 'native' || forDisplay
  refuseUnless(!writesSql || rights.mayRunNative(database.id), 'forbidden', notAllowed)
  const zone = requestedZone(query)
  if (query.type === 'native') {
    refuseParameters(query)
    const compiled = parseNative(query.native)
    const limit = rowLimit({}, caps.bare)
    return {
      database,
      compiled,
      origin: 'foreign',
      rowLimit: limit,
      columns: undefined,
      fragment: undefined,
      reads: { table: null, cards: [] },
      ...zone,
    }
  }
  const mbql = withParameters(parseMbql(query.query), query.parameters)
  // A parameter without a value reads nothing now; whoever may set one may as well be refused now.
  const references = referencesOf(mbql, ...targetsOf(query.parameters))
  const maySee = rights.maySeeDatabase(database.id) || isOnCardsAlone(references)
  refuseUnless(maySee, 'forbidden', notAllowed)
  if (!asSaved) await refuseUnreadSources(asking, references.cards)
  const sources = await loadSavedSources(views, database.id, references.cards, card)
  const known = await loadCatalogue(views, cache, position, database, {
    tables: [...references.tables, ...sources.needed.tables],
    fields: [...references.fields, ...sources.needed.fields],
  })
  const catalogue: Catalogue = { ...known, card: sources.sourceOf }
  // Before anything is said of it: what is wrong with a query tells of the tables it is on.
  refuseUnless(mayRead(rights, namedTables(references, catalogue)), 'forbidden', notAllowed)
  const resolved = resolveParsed(mbql, catalogue)
  const { tables, native } = resolved
  refuseUnless(mayRead(rights, tables.map(catalogue.table)), 'forbidden', notAllowed)
  refuseUnless(!native || rights.mayRunNative(database.id), 'forbidden', notAllowed)
  return {
    ...compile(resolved, database, options),
    origin: native || sources.native ? 'foreign' : 'compiled',
    reads: { table: sources.tableUnder(mbql), cards: [...references.cards] },
    ...zone,
  }
}
