import type { Pool } from 'pg'
import { codeOf } from '../postgres/trouble.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { Seam } from './continued-log.ts'

/** The stores a log can live in. */
export type LogStore = 'postgres' | 'eventstoredb'

type Row = {
  store: LogStore
  original_position: string | null
  native_position: string | null
  since: Date
}

/** A database of an earlier release has no such table: its log is where it always was. */
const noTable = '42P01'

const read = (pool: Pool): Promise<Row | undefined> =>
  pool.query<Row>('select * from side.log_home').then(
    ({ rows }) => rows[0],
    (error) => {
      if (codeOf(error) === noTable) return undefined
      throw error
    },
  )

/** Where the copied part of the log ends in the store that holds it; undefined without one. */
export const readSeam = async (pool: Pool): Promise<Seam | undefined> => {
  const { original_position, native_position } = (await read(pool)) ?? {}
  if (typeof original_position !== 'string' || typeof native_position !== 'string') return undefined
  return { original: BigInt(original_position), native: BigInt(native_position) }
}

/** The store that holds the log; Postgres, unless it was moved or begun elsewhere. */
export const logHome = async (pool: Pool): Promise<LogStore> =>
  (await read(pool))?.store ?? 'postgres'

const elsewhere = 'select from side.log_home where store <> $1'

/** Milliseconds; whoever leads by the answer must not wait for it for long. */
const answerTimeout = 1_000

/** Whether a process that was told to look for the log in this store looks in the wrong place. */
export const isElsewhere = async (pool: Pool, store: LogStore): Promise<boolean> => {
  const question = { text: elsewhere, values: [store], query_timeout: answerTimeout }
  return (await pool.query(question)).rowCount === 1
}

const hasEvents = async (pool: Pool): Promise<boolean> =>
  Boolean((await pool.query('select from es.events limit 1')).rowCount)

const noRight = '42501'

const claim = `insert into side.log_home (store) values ('eventstoredb') on conflict do nothing`

const movedAway = ({ since }: Row) =>
  new StartupProblem(
    `The log has moved to EventStoreDB (${since.toISOString()}). Set EVENTSTORE_URL, or bring it ` +
      'back: npm run cli -- events copy --from eventstoredb --to postgres --switch',
  )

const notMoved = () =>
  new StartupProblem(
    'EVENTSTORE_URL is set, but the log is in Postgres. Leave the variable out, or move the log: ' +
      'npm run cli -- events copy --from postgres --to eventstoredb --switch',
  )

/**
 * Makes sure that a process uses the log where it is: two logs that both grow could never be joined.
 * A new installation on EventStoreDB is tied to it here.
 * @throws {StartupProblem} where the log is in the other store.
 */
export const assertLogHome = async (pool: Pool, store: LogStore): Promise<void> => {
  const row = await read(pool)
  if (store === 'postgres') {
    if (row?.store === 'eventstoredb') throw movedAway(row)
    return
  }
  if (row?.store === 'eventstoredb') return
  if (row || (await hasEvents(pool))) throw notMoved()
  await pool.query(claim).catch((error) => {
    // Roles that append nothing leave it to those that do.
    if (codeOf(error) !== noRight) throw error
  })
}
