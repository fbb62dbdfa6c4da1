import { createHash } from 'node:crypto'
import { readModelTables } from '../../shared/views/index.ts'
import type { View } from '../../shared/views/view.ts'

/** The schema readers look at. A rebuild fills another one and then takes this name. */
export const activeSchema = 'rm'

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Room left in each page, so that a row that changes stays where its indexes find it. */
const fillfactor = 80

type Durability = { readonly durable: boolean }

const durably: Durability = { durable: true }

const createTable = (schema: string, view: View, { durable } = durably): string[] => {
  const columns = Object.entries(view.columns).map(
    ([name, { sql, nullable }]) => `${identifier(name)} ${sql}${nullable ? '' : ' not null'}`,
  )
  const key = view.key.map(identifier).join(', ')
  const table = `${identifier(schema)}.${identifier(view.name)}`
  return [
    `create ${durable ? '' : 'unlogged '}table ${table}
       (${columns.join(', ')}, primary key (${key})) with (fillfactor = ${fillfactor})`,
    ...view.indexes.map(
      (index) => `create index on ${table} (${index.map(identifier).join(', ')})`,
    ),
  ]
}

/**
 * Everything a schema of read models holds: the tables, one checkpoint, the streams left behind. Not
 * durable means quick to fill and empty after a crash, until `makeDurable`.
 */
export const createReadModels = (
  schema: string,
  fingerprint: string,
  durability = durably,
): string =>
  [
    `create schema ${identifier(schema)}`,
    ...Object.values(readModelTables).flatMap((view) => createTable(schema, view, durability)),
    `create table ${identifier(schema)}.checkpoint (
       one boolean primary key default true check (one), position bigint not null)`,
    `insert into ${identifier(schema)}.checkpoint (position) values (0)`,
    `create table ${identifier(schema)}.failures (
       projection text not null, stream text not null, position bigint not null,
       error text not null, at timestamptz not null default now(), primary key (projection, stream))`,
    `create table ${identifier(schema)}.shape (
       one boolean primary key default true check (one), fingerprint text not null)`,
    `insert into ${identifier(schema)}.shape (fingerprint) values ('${fingerprint}')`,
  ].join(';\n')

/** Makes tables that were filled quickly survive a crash from here on. */
export const makeDurable = (schema: string): string =>
  Object.values(readModelTables)
    .map((view) => `alter table ${identifier(schema)}.${identifier(view.name)} set logged`)
    .join(';\n')

/**
 * Moves when a table's definition or a projection's version does: read models with another
 * fingerprint have to be rebuilt.
 */
export const readModelFingerprint = (
  projections: readonly { readonly name: string; readonly version: number }[],
): string =>
  createHash('sha256')
    .update(
      Object.values(readModelTables)
        .flatMap((view) => createTable('', view))
        .join(),
    )
    .update(projections.map(({ name, version }) => `${name} ${version}`).join())
    .digest('hex')
    .slice(0, 16)
