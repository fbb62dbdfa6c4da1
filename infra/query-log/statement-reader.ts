import type { Pool } from 'pg'
import type { WrittenTable } from '../../shared/ports/query-log.ts'
import { codeOf } from '../postgres/trouble.ts'
import { activeSchema } from '../read-models/ddl.ts'
import { statementTables } from './read-statement.ts'
import { heldInOrder, storable } from './rows.ts'

const atOnce = 100

type Pending = {
  readonly id: string
  readonly started_at: string
  readonly database_id: number
  readonly engine: string
  readonly statement: string
}

type KnownTable = { readonly id: number; readonly schema: string; readonly name: string }

/** What an engine takes for the schema of a name without one, where it has schemas. */
const usualSchema = 'public'

/**
 * The known table behind a name: in its schema, in the usual one, or the only one of that name.
 * Names are compared without case, since what folds how is the engine's business.
 */
const tableBehind = (written: WrittenTable, known: readonly KnownTable[]): number | undefined => {
  const is = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const named = known.filter(({ name }) => is(name, written.name))
  const { schema } = written
  // MySQL's schema is the database itself, of which tables here have none.
  if (schema !== null) return named.find((it) => it.schema === '' || is(it.schema, schema))?.id
  const usual = named.find((it) => it.schema === usualSchema || it.schema === '')
  return usual?.id ?? (named.length === 1 ? named[0]?.id : undefined)
}

type Settled = Pick<Pending, 'id' | 'started_at'> & {
  readonly reading: 'read' | 'unreadable'
  readonly table_ids: readonly number[]
  readonly unknown_tables: readonly WrittenTable[]
}

/** SQLSTATEs of values that cannot be kept as they are. */
const isAboutData = (error: unknown): boolean => codeOf(error).startsWith('22')

/** A name as it can be kept: JSON may say what no text of Postgres holds. */
const kept = ({ schema, name }: WrittenTable): WrittenTable => ({
  schema: schema === null ? null : storable(schema),
  name: storable(name),
})

const settle = `
with it as (
  select * from jsonb_to_recordset($1) as it (id uuid, started_at timestamptz, reading text,
    table_ids integer[], unknown_tables jsonb)
), ${heldInOrder}
update side.query_executions as e
   set reading = it.reading, table_ids = it.table_ids, unknown_tables = it.unknown_tables
  from it join held using (started_at, id)
 where e.started_at = it.started_at and e.id = it.id`

/**
 * Finds out which tables recorded statements read, behind the queries' backs: also of those that a
 * process which is gone left unread.
 */
export const statementReader = (pool: Pool, onProblem: (error: unknown) => void) => {
  const statements = statementTables()
  let underWay: Promise<void> | undefined
  let isAsked = false
  let isStopped = false

  const tablesOf = async (databaseId: number): Promise<readonly KnownTable[]> => {
    const { rows } = await pool.query<KnownTable>(
      `select id, schema, name from ${activeSchema}.tables where db_id = $1 and active`,
      [databaseId],
    )
    return rows
  }

  const read = async (
    { id, started_at, engine, statement }: Pending,
    known: readonly KnownTable[],
  ): Promise<Settled> => {
    const written = await statements.read(engine, statement)
    const found = (written ?? []).map((table) => ({ table, id: tableBehind(table, known) }))
    return {
      id,
      started_at,
      reading: written ? 'read' : 'unreadable',
      table_ids: [...new Set(found.flatMap((it) => it.id ?? []))],
      unknown_tables: found.filter((it) => it.id === undefined).map(({ table }) => kept(table)),
    }
  }

  /** One that cannot be kept must not hold up the others. */
  const keep = async (settled: readonly Settled[]): Promise<void> => {
    try {
      await pool.query(settle, [JSON.stringify(settled)])
    } catch (error) {
      const [first, ...others] = settled
      if (!first || !isAboutData(error)) throw error
      if (others.length > 0) for (const one of settled) await keep([one])
      else await keep([{ ...first, reading: 'unreadable', table_ids: [], unknown_tables: [] }])
    }
  }

  const readSome = async (): Promise<number> => {
    const { rows } = await pool.query<Pending>(
      `select id, started_at::text, database_id, engine, statement from side.query_executions
        where reading = 'pending' order by started_at limit ${atOnce}`,
    )
    const known = new Map<number, readonly KnownTable[]>()
    const settled: Settled[] = []
    for (const row of rows) {
      const tables = known.get(row.database_id) ?? (await tablesOf(row.database_id))
      known.set(row.database_id, tables)
      settled.push(await read(row, tables))
      if (isStopped) break // The rest is read by whoever comes next.
    }
    if (settled.length > 0) await keep(settled)
    return isStopped ? 0 : rows.length
  }

  const readAll = async (): Promise<void> => {
    while (isAsked && !isStopped) {
      isAsked = false
      while ((await readSome()) === atOnce);
    }
  }

  const start = (): void => {
    if (isStopped || underWay) return
    underWay = readAll()
      .catch(onProblem)
      .finally(() => {
        underWay = undefined
        if (isAsked) start()
      })
  }

  return {
    /** There are statements to be read. */
    notify: (): void => {
      isAsked = true
      start()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      statements.stop()
      await underWay
    },
  }
}
