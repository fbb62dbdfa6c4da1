import type { GraphChange } from '../../events/permission-graph.ts'
import {
  type DatabaseAccess,
  noAccess,
  own,
  type SchemaAccess,
  type TableAccess,
} from '../data-access.ts'
import type { SchemaLevel } from '../levels.ts'
import type { KnownTables } from './known-tables.ts'

/** What is asked for about a database; what is left out stays. Maps may be empty: they name nothing. */
export type WantedAccess = {
  readonly schemas?: SchemaAccess | undefined
  readonly native?: DatabaseAccess['native'] | undefined
}

const namesNothing = (wanted: TableAccess) =>
  typeof wanted !== 'string' && Object.keys(wanted).length === 0

type Parts<T> = Readonly<Record<string, T>>
type Granting = Exclude<SchemaLevel, 'none'>

const isGranting = (had: unknown): had is Granting => typeof had === 'string' && had !== 'none'

/** What a map is laid over: of a level, the map in which all there is has that level. */
const opened = <T>(
  had: Parts<T> | SchemaLevel | undefined,
  there: Iterable<string | number>,
): Parts<T | SchemaLevel> => {
  if (typeof had === 'object') return had
  return isGranting(had) ? Object.fromEntries(Array.from(there, (part) => [part, had])) : {}
}

/** A level whose every part still has it stays one level. */
const closed = <T>(had: unknown, parts: Parts<T>): Parts<T> | Granting =>
  isGranting(had) && Object.values(parts).every((part) => part === had) ? had : parts

const mergeTables = (
  had: TableAccess | undefined,
  wanted: TableAccess,
  there: readonly number[] = [],
): TableAccess =>
  typeof wanted === 'string' ? wanted : closed(had, { ...opened(had, there), ...wanted })

const mergeSchemas = (
  had: SchemaAccess | undefined,
  wanted: SchemaAccess,
  known: () => KnownTables,
): SchemaAccess | undefined => {
  if (typeof wanted === 'string') return wanted
  const named = Object.entries(wanted).filter(([, tables]) => !namesNothing(tables))
  if (named.length === 0) return had
  const tablesIn = known()
  const there = [...tablesIn].flatMap(([schema, tables]) => (tables.length > 0 ? [schema] : []))
  const before = opened<TableAccess>(had, [...there, ...named.map(([schema]) => schema)])
  const merged = named.map(
    ([schema, tables]) =>
      [schema, mergeTables(own(before, schema), tables, tablesIn.get(schema))] as const,
  )
  return closed(had, { ...before, ...Object.fromEntries(merged) })
}

/**
 * A request laid over what was said before: what it does not name stays. A level replaces whatever
 * there was; a map touches only what it names, so where it is laid over a level, all else that is
 * there at the moment keeps that level. From then on there is a map: what comes later has nothing.
 * A database that is named for the first time gets an explicit `none` for what is not said of it;
 * undefined where still nothing is said.
 * @param known the tables of the database, asked for only where it matters
 */
export const mergeAccess = (
  had: DatabaseAccess | undefined,
  wanted: WantedAccess,
  known: () => KnownTables,
): DatabaseAccess | undefined => {
  const schemas = wanted.schemas && mergeSchemas(had?.schemas, wanted.schemas, known)
  if (schemas === undefined && wanted.native === undefined) return had
  const { schemas: hadSchemas, native: hadNative } = had ?? noAccess
  return { schemas: schemas ?? hadSchemas, native: wanted.native ?? hadNative }
}

type Cell = {
  readonly schema?: string
  readonly table?: number
  readonly level: SchemaLevel
}

const cellsOf = (schemas: SchemaAccess): readonly Cell[] =>
  typeof schemas === 'string'
    ? [{ level: schemas }]
    : Object.entries(schemas).flatMap(([schema, tables]): readonly Cell[] =>
        typeof tables === 'string'
          ? [{ schema, level: tables }]
          : Object.entries(tables).map(([table, level]) => ({
              schema,
              table: Number(table),
              level,
            })),
      )

const byPlace = (access: DatabaseAccess | undefined) =>
  new Map(
    (access ? cellsOf(access.schemas) : []).map(({ level, ...place }) => [
      JSON.stringify([place.schema, place.table]),
      { place, level },
    ]),
  )

type Pair = { readonly group: number; readonly database: number }

/** The fewest changes of cells that lead from one access to another; what is unsaid becomes `none`. */
export const changesBetween = (
  { group, database }: Pair,
  had: DatabaseAccess | undefined,
  has: DatabaseAccess | undefined = had && noAccess,
): readonly GraphChange[] => {
  const changes: GraphChange[] = []
  const [before, after] = [byPlace(had), byPlace(has)]
  for (const [key, { place, level }] of before)
    if (!after.has(key))
      changes.push({ group, database, right: 'data', ...place, from: level, to: null })
  for (const [key, { place, level }] of after) {
    const from = before.get(key)?.level ?? null
    if (from !== level) changes.push({ group, database, right: 'data', ...place, from, to: level })
  }
  const from = had?.native ?? null
  const to = has?.native ?? null
  if (from !== to) changes.push({ group, database, right: 'native', from, to })
  return changes
}
