import type { EngineDriver } from '../../../shared/ports/engine-driver.ts'
import { addressGuard } from '../address-guard.ts'
import { driverOf } from '../driver.ts'
import type { Engine } from '../engine.ts'
import type { EngineOptions } from '../options.ts'
import { cancel, type PostgresConnection, postgresConnector } from './connection.ts'
import { readCatalogue, readWarning } from './introspect.ts'
import { startRun } from './run.ts'

/** A transaction that a failed statement left open goes first: DISCARD refuses to run in one. */
const clean: Engine<PostgresConnection>['clean'] = async ({ client }, origin) => {
  if (client.getTransactionStatus() !== 'I') await client.query('rollback')
  if (origin === 'foreign') await client.query('discard all')
}

/** PostgreSQL, and what speaks its protocol and has its catalogue. */
export const postgresDriver = (options: EngineOptions): EngineDriver =>
  driverOf<PostgresConnection>(
    {
      name: 'postgres',
      connector: postgresConnector(addressGuard(options), options.connectTimeoutMs),
      start: startRun,
      clean,
      interrupt: cancel,
      warning: readWarning,
      catalogue: readCatalogue,
    },
    options,
  )
