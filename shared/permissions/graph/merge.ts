import type { GraphChange } from '../../events/permission-graph.ts'
import {
  type DatabaseAccess,
  noAccess,
  own,
  type SchemaAccess,
  type TableAccess,
} from '../data-access.ts'
import type { SchemaLevel } from '../levels.ts'

/** What is asked for about a database; what is left out stays. Maps may be empty: they name nothing. */
export type WantedAccess = {
  readonly schemas?: SchemaAccess | undefined
  readonly native?: DatabaseAccess['native'] | undefined
}

const namesNothing = (wanted: TableAccess) =>
  typeof wanted !== 'string' && Object.keys(wanted).length === 0

const mergeTables = (had: TableAccess | undefined, wanted: TableAccess): TableAccess =>
  typeof wanted === 'string'
    ? wanted
    : { ...(typeof had === 'string' ? undefined : had), ...wanted }

const mergeSchemas = (
  had: SchemaAccess | undefined,
  wanted: SchemaAccess,
): SchemaAccess | undefined => {
  if (typeof wanted === 'string') return wanted
  const named = Object.entries(wanted).filter(([, tables]) => !namesNothing(tables))
  if (named.length === 0) return had
  const known = had === undefined || typeof had === 'string' ? {} : had
  const merged = named.map(
    ([schema, tables]) => [schema, mergeTables(own(known, schema), tables)] as const,
  )
  return { ...known, ...Object.fromEntries(merged) }
}

/**
 * A request laid over what was said before, as JSON merge patch does it: a level replaces a map, a
 * map touches only what it names, and a map over a level leaves nothing to what it does not name.
 * A database that is named for the first time gets an explicit `none` for what is not said of it;
 * undefined where still nothing is said.
 */
export const mergeAccess = (
  had: DatabaseAccess | undefined,
  wanted: WantedAccess,
): DatabaseAccess | undefined => {
  const schemas = wanted.schemas && mergeSchemas(had?.schemas, wanted.schemas)
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
