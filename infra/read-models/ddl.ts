import { createHash } from 'node:crypto'
import type { View } from '../../shared/views/view.ts'

/** The schema readers look at: SQL views over the builds in use, and how far those are. */
export const activeSchema = 'rm'

/** What the tables of a projection depend on. */
export type Shape = {
  readonly name: string
  readonly version: number
  readonly views: readonly View[]
}

export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The schema of a build's own. */
export const schemaOf = ({ projection, id }: { projection: string; id: number }): string =>
  `rm_${projection.replaceAll('-', '_')}_${id}`

/** Room left in each page, so that a row that changes stays where its indexes find it. */
const fillfactor = 80

const createTable = (schema: string, view: View, kind: 'table' | 'unlogged table'): string[] => {
  const columns = Object.entries(view.columns).map(
    ([name, { sql, nullable }]) => `${identifier(name)} ${sql}${nullable ? '' : ' not null'}`,
  )
  const key = view.key.map(identifier).join(', ')
  const table = `${identifier(schema)}.${identifier(view.name)}`
  return [
    `create ${kind} ${table}
       (${columns.join(', ')}, primary key (${key})) with (fillfactor = ${fillfactor})`,
    ...view.indexes.map(
      (index) => `create index on ${table} (${index.map(identifier).join(', ')})`,
    ),
  ]
}

/**
 * A crash of the server empties tables that are filled quickly. This one, unlogged as they are,
 * holds a row that tells: gone means all are empty. There while a build is filled, and no longer.
 */
export const witness = 'filling'

/** The schema and tables of a build: quick to fill, and emptied by a crash until `makeDurable`. */
export const createTables = (schema: string, views: readonly View[]): string =>
  [
    `create schema ${identifier(schema)}`,
    ...views.flatMap((view) => createTable(schema, view, 'unlogged table')),
    `create unlogged table ${identifier(schema)}.${witness} as select true as filled`,
  ].join(';\n')

/** Makes tables that were filled quickly survive a crash from here on, in a transaction. */
export const makeDurable = (schema: string, views: readonly View[]): string =>
  [
    // One processor is enough: people are served by the others.
    'set local max_parallel_maintenance_workers = 0',
    ...views.flatMap(({ name }) => {
      const table = `${identifier(schema)}.${identifier(name)}`
      return [`alter table ${table} set logged`, `analyze ${table}`]
    }),
    `drop table if exists ${identifier(schema)}.${witness}`,
  ].join(';\n')

/**
 * Moves when a projection's version or the definition of one of its tables does: builds with
 * another fingerprint hold something else.
 */
export const fingerprintOf = ({ name, version, views }: Shape): string =>
  createHash('sha256')
    .update(`${name} ${version} `)
    .update(views.flatMap((view) => createTable('', view, 'table')).join())
    .digest('hex')
    .slice(0, 16)
