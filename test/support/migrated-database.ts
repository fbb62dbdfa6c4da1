import { migrate } from '../../infra/migrations/migrate.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

/** A database of the suite's own with the schemas `es` and `side`. */
export const migratedDatabase = async (): Promise<TestDatabase> => {
  const database = await testDatabase()
  await migrate(database.pool)
  return database
}
