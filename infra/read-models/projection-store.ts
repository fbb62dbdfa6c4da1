import pg from 'pg'
import {
  type ProjectionFailure,
  type ProjectionStore,
  UnwritableChanges,
} from '../../shared/ports/projection-store.ts'
import { activeSchema } from './ddl.ts'
import { inTransaction } from './transaction.ts'
import { writeChanges } from './write-changes.ts'

/**
 * SQLSTATE classes that say the rows are wrong: data, constraints. Not 42: a table or column that is
 * missing says that another release is at work on the read models, and no row is to blame.
 */
const deterministic = /^(22|23)/

const asUnwritable = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && deterministic.test(error.code ?? '')
    ? new UnwritableChanges(error.message)
    : error

/** Read models in a Postgres schema; other processes hear of each step on channel `rm_checkpoint`. */
export const postgresProjectionStore = (
  pool: pg.Pool,
  schema: string = activeSchema,
): ProjectionStore => ({
  checkpoint: async () => {
    const { rows } = await pool.query<{ position: string }>(
      `select position from "${schema}".checkpoint`,
    )
    return BigInt(rows[0]?.position ?? 0)
  },

  failures: async () => {
    const { rows } = await pool.query<Omit<ProjectionFailure, 'position'> & { position: string }>(
      `select projection, stream, position, error from "${schema}".failures order by position`,
    )
    return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
  },

  commit: ({ from, to, changes, failures }) =>
    inTransaction(pool, async (client) => {
      const moved = await client.query(
        `update "${schema}".checkpoint set position = $1 where position = $2`,
        [to.toString(), from.toString()],
      )
      if (moved.rowCount === 0) return 'moved' as const
      await writeChanges(client, schema, changes.changes())
      for (const { projection, stream, position, error } of failures)
        await client.query(
          `insert into "${schema}".failures (projection, stream, position, error)
           values ($1, $2, $3, $4) on conflict do nothing`,
          [projection, stream, position.toString(), error],
        )
      await client.query(`select pg_notify('rm_checkpoint', $1)`, [to.toString()])
      return 'committed' as const
    }).catch((error) => {
      throw asUnwritable(error)
    }),
})
