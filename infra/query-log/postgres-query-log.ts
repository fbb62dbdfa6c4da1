import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Execution, ExecutionFilter, Outcome, QueryLog } from '../../shared/ports/query-log.ts'
import { groupCommit } from '../group-commit.ts'
import { codeOf } from '../postgres/trouble.ts'
import { activeSchema } from '../read-models/ddl.ts'
import { type ExecutionRow, heldInOrder, longestStatement, storable, toExecution } from './rows.ts'
import { statementReader } from './statement-reader.ts'

type Begun = Execution & { readonly id: string }
type Ended = { readonly id: string; readonly startedAt: Date; readonly outcome: Outcome }

const insert = `
insert into side.query_executions
  (id, started_at, user_id, position, context, database_id, engine, card_id, statement, reading,
   table_ids)
select id, started_at, user_id,
       coalesce(position, (select position from ${activeSchema}.checkpoint)),
       context, database_id, engine, card_id, statement, reading, coalesce(table_ids, '{}')
  from jsonb_to_recordset($1) as it (id uuid, started_at timestamptz, user_id integer,
    position bigint, context text, database_id integer, engine text, card_id integer,
    statement text, reading text, table_ids integer[])`

const finish = `
with it as (
  select * from jsonb_to_recordset($1) as it (id uuid, started_at timestamptz, status text,
    rows bigint, running_time integer, error_type text)
), ${heldInOrder}
update side.query_executions as e
   set status = it.status, rows = it.rows, running_time = it.running_time,
       error_type = it.error_type
  from it join held using (started_at, id)
 where e.started_at = it.started_at and e.id = it.id`

const readingOf = ({ statement, tables }: Execution) => {
  if (tables) return 'read'
  return statement.length > longestStatement ? 'unreadable' : 'pending'
}

const begunRow = (it: Begun) => ({
  id: it.id,
  started_at: it.startedAt,
  user_id: it.userId,
  position: it.position?.toString(),
  context: it.context,
  database_id: it.databaseId,
  engine: it.engine,
  card_id: it.cardId,
  statement: storable(it.statement.slice(0, longestStatement)),
  reading: readingOf(it),
  table_ids: it.tables,
})

const endedRow = ({ id, startedAt, outcome }: Ended) => ({
  id,
  started_at: startedAt,
  status: outcome.status,
  rows: outcome.rows,
  running_time: Math.round(outcome.runningTime),
  error_type: outcome.errorType,
})

const conditions = (filter: ExecutionFilter) => {
  const values: unknown[] = []
  const texts: string[] = []
  const also = (value: unknown, text: (place: string) => string) => {
    if (value !== undefined) texts.push(text(`$${values.push(value)}`))
  }
  also(filter.databaseId, (it) => `database_id = ${it}`)
  also(filter.userId, (it) => `user_id = ${it}`)
  also(filter.cardId, (it) => `card_id = ${it}`)
  also(filter.from, (it) => `started_at >= ${it}`)
  also(filter.to, (it) => `started_at < ${it}`)
  if (filter.table) {
    const id = `$${values.push([filter.table.id])}`
    const database = `$${values.push(filter.table.databaseId ?? null)}`
    texts.push(
      `(table_ids @> ${id}::integer[] or (reading <> 'read' and database_id = ${database}))`,
    )
  }
  return { values, where: texts.length > 0 ? `where ${texts.join(' and ')}` : '' }
}

const checkViolation = '23514'

type Options = {
  readonly pool: Pool
  /** How long executions are kept. */
  readonly keepDays: number
  /** Told of an end that could not be noted, and of statements that could not be looked at. */
  readonly onProblem: (error: unknown) => void
}

/** The record of executions in `side.query_executions`. */
export const postgresQueryLog = ({ pool, keepDays, onProblem }: Options) => {
  const reader = statementReader(pool, onProblem)
  const write = (rows: string) =>
    pool.query({ name: 'query_executions.begin', text: insert, values: [rows] })

  const begun = groupCommit<Begun>(async (items) => {
    const rows = JSON.stringify(items.map(begunRow))
    try {
      await write(rows)
    } catch (error) {
      // There is no partition for this week: nobody made one in time.
      if (codeOf(error) !== checkViolation) throw error
      await pool.query('select side.make_query_partitions()')
      await write(rows)
    }
    if (items.some((item) => readingOf(item) === 'pending')) reader.notify()
  })
  const ended = groupCommit<Ended>(async (items) => {
    await pool.query({
      name: 'query_executions.end',
      text: finish,
      values: [JSON.stringify(items.map(endedRow))],
    })
  })

  return {
    begin(execution) {
      const id = randomUUID()
      const { startedAt } = execution
      const kept = begun.add({ ...execution, id })
      kept.catch(() => undefined) // Whoever waits for it hears of it.
      return {
        kept,
        end: (outcome) =>
          void kept.then(
            () => ended.add({ id, startedAt, outcome }).catch(onProblem),
            () => undefined,
          ),
      }
    },

    async find(filter) {
      const { values, where } = conditions(filter)
      const [{ rows }, { rows: counts }] = await Promise.all([
        pool.query<ExecutionRow>(
          `select * from side.query_executions ${where}
            order by started_at desc, id limit $${values.length + 1} offset $${values.length + 2}`,
          [...values, filter.limit, filter.offset],
        ),
        pool.query<{ total: string }>(
          `select count(*) as total from side.query_executions ${where}`,
          values,
        ),
      ])
      return { executions: rows.map(toExecution), total: Number(counts[0]?.total) }
    },

    /**
     * Makes partitions for the weeks to come, drops those that are past their time, and has read
     * what was left unread.
     */
    async arrange() {
      await pool.query('select side.arrange_query_executions($1)', [keepDays])
      reader.notify()
    },

    /** Resolves when all that was begun and ended is kept. */
    async stop() {
      await begun.settled()
      await ended.settled()
      await reader.stop()
    },
  } satisfies QueryLog & Record<string, unknown>
}
