import type pg from 'pg'
import type { IdKind } from '../../shared/ports/id-sequences.ts'
import { inTransaction } from '../read-models/transaction.ts'
import { linesOf } from './lines.ts'
import type { BackupManifest } from './manifest.ts'
import { type KeptTable, keptTables } from './tables.ts'

const rowsAtATime = 500

const isKept = (name: string): name is KeptTable => Object.hasOwn(keptTables, name)

const weekAfter = (monday: string): string =>
  new Date(Date.parse(monday) + 7 * 86_400_000).toISOString().slice(0, 10)

/** The record of queries is kept by weeks; old ones are not arranged by themselves. */
const arrangeWeeks = async (client: pg.ClientBase, weeks: readonly string[]): Promise<void> => {
  for (const monday of weeks)
    await client.query(
      `create table if not exists side.query_executions_${monday.replaceAll('-', '')}
       partition of side.query_executions
       for values from ('${monday} 00:00:00+00') to ('${weekAfter(monday)} 00:00:00+00')`,
    )
}

const insertRows = async (
  client: pg.ClientBase,
  table: KeptTable,
  rows: readonly string[],
): Promise<void> => {
  await client.query(
    `insert into side.${table} overriding system value
     select * from json_populate_recordset(null::side.${table}, $1)`,
    [`[${rows.join(',')}]`],
  )
}

/** Ids go on where they were; their own sequences as well. */
const moveSequences = async (client: pg.ClientBase, ids: Partial<Record<IdKind, number>>) => {
  for (const [kind, last] of Object.entries(ids))
    if (last > 0) await client.query(`select setval($1::regclass, $2)`, [`side.${kind}_ids`, last])
  await client.query(
    `select setval(pg_get_serial_sequence('side.sessions', 'id'), max(id)) from side.sessions
      having max(id) is not null`,
  )
}

/** The side tables and the sequences of ids, all of it or nothing. */
export const restoreSide = (
  owner: pg.Pool,
  path: string,
  { weeks }: Pick<BackupManifest, 'weeks'>,
): Promise<void> =>
  inTransaction(owner, async (client) => {
    // Of whoever prepared the database, or of a restore that was killed after this.
    await client.query(
      Object.keys(keptTables)
        .map((table) => `delete from side.${table}`)
        .join(';'),
    )
    await arrangeWeeks(client, weeks)
    let held: { table: KeptTable; rows: string[] } | undefined
    const flush = async () => {
      if (held) await insertRows(client, held.table, held.rows)
      held = undefined
    }
    for await (const { name, json } of linesOf(path)) {
      if (held && (held.table !== name || held.rows.length === rowsAtATime)) await flush()
      if (name === 'ids') await moveSequences(client, JSON.parse(json))
      if (!isKept(name)) continue
      held ??= { table: name, rows: [] }
      held.rows.push(json)
    }
    await flush()
  })
