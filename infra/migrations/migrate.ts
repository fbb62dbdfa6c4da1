import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { StartupProblem } from '../startup-problem.ts'
import { migrations } from './index.ts'

/** Kysely's words for a migration that was applied and is none of ours. */
const unknownMigration = /previously executed migration (\S+) is missing/

const newerProblem = (error: unknown): StartupProblem | undefined => {
  const [, name] = (error instanceof Error && unknownMigration.exec(error.message)) || []
  return name === undefined
    ? undefined
    : new StartupProblem(
        `A newer release has been at work on this data: it has applied ${name}, which this one does ` +
          'not know. Start that release, or a newer one.',
      )
}

/**
 * Brings the schemas `es` and `side` up to date, in one transaction, as the role that shall own
 * them. Safe at every start: instances that start at once wait for each other.
 * Answers the names of the migrations that were applied. Read models are not among them:
 * projections make and remake them.
 * @throws {StartupProblem} when a newer release has migrated them further
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
  if (error) throw newerProblem(error) ?? error
  return results.map(({ migrationName }) => migrationName)
}
