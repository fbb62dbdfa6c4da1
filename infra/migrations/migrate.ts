import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { migrations } from './index.ts'

/**
 * Brings the schemas `es` and `side` up to date, in one transaction, as the role that shall own
 * them. Safe at every start: instances that start at once wait for each other.
 * Answers the names of the migrations that were applied. Read models are not among them:
 * projections make and remake them.
 */
export const migrate = async (pool: Pool): Promise<readonly string[]> => {
  const migrator = new Migrator({
    // Not destroyed at the end: the pool is the caller's.
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'side',
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
