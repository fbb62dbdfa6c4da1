import type { DatabaseRow } from '../views/database.ts'
import type { ConnectionTarget, EngineDriver } from './engine-driver.ts'

/** Ways to a connected database: its driver, and its details with their secrets opened. */
export type Connections = {
  /** @throws {Refusal} when this release has no such engine. */
  driverOf(engine: string): EngineDriver
  targetOf(
    database: Pick<DatabaseRow, 'id' | 'engine' | 'details' | 'secret_ref' | 'connection_version'>,
  ): Promise<ConnectionTarget>
  /** Ends all connections to a database that was deleted. */
  release(database: Pick<DatabaseRow, 'id' | 'engine'>): Promise<void>
}
