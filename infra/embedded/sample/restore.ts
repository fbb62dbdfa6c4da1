import type { Client } from 'pg'
import { makeShop } from './shop.ts'
import { type SampleColumn, type SampleTable, sampleTables } from './tables.ts'

export const sampleDatabaseName = 'sample'

/** Restores that run at once take turns, and so does whoever grants what they make anew. */
export const takeTurn = 'select pg_advisory_xact_lock(7252663)'

/** Whether the data is there; it comes and goes as a whole. */
export async function hasSampleData(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.reviews') is not null as there`,
  )
  return rows[0]?.there ?? false
}

/**
 * Puts the sample data into the database the client is connected to, as its owner, replacing what
 * is there of it in one transaction: readers see the old data or the new.
 */
export async function restoreSampleDatabase(client: Client): Promise<void> {
  const shop = makeShop()
  const tables = Object.values(sampleTables)
  await client.query('begin')
  try {
    await client.query(takeTurn)
    await client.query(`set local lock_timeout = '10s'`)
    await client.query(`drop table if exists ${tables.map(({ name }) => name).join(', ')} cascade`)
    for (const table of tables) {
      await client.query(createTable(table))
      await insertRows(client, table, shop[table.name])
      await client.query(describeTable(client, table))
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('analyze')
}

function createTable({ name, columns }: SampleTable): string {
  const lines = columns.map(({ name: column, type, optional, rule }) =>
    [column, type, optional ? '' : 'not null', rule ?? ''].filter(Boolean).join(' '),
  )
  return `create table public.${name} (\n  ${lines.join(',\n  ')}\n)`
}

type Row = Readonly<Record<string, string | number | null>>

/** One statement for all rows: a column each travels as one array. */
async function insertRows(client: Client, table: SampleTable, rows: readonly Row[]) {
  const { name, columns } = table
  const arrays = columns.map((column, index) => `$${index + 1}::${arrayType(column)}[]`)
  await client.query(
    `insert into public.${name} (${columns.map((column) => column.name).join(', ')})
     select * from unnest(${arrays.join(', ')})`,
    columns.map((column) => rows.map((row) => row[column.name] ?? null)),
  )
  // Rows that somebody adds later go on where these end.
  await client.query(`alter table public.${name} alter id restart with ${rows.length + 1}`)
}

const arrayType = ({ name, type }: SampleColumn): string => (name === 'id' ? 'integer' : type)

function describeTable(client: Client, { name, about, columns, indexes }: SampleTable): string {
  return [
    ...indexes.map((index) => `create index on public.${name} (${index})`),
    `comment on table public.${name} is ${client.escapeLiteral(about)}`,
    ...columns.map(
      (column) =>
        `comment on column public.${name}.${column.name} is ${client.escapeLiteral(column.about)}`,
    ),
  ].join(';\n')
}
