import type { EngineDriver } from '../../../shared/ports/engine-driver.ts'
import { addressGuard } from '../address-guard.ts'
import { driverOf } from '../driver.ts'
import type { EngineOptions } from '../options.ts'
import { cancel, type PostgresConnection, postgresConnector } from './connection.ts'
import { readCatalogue, readWarning } from './introspect.ts'
import { connectionProblem, queryProblem } from './problems.ts'
import { tapRows } from './row-tap.ts'
import { runsOf } from './run.ts'
import { wireOf } from './wire.ts'
import { postgresWords } from './words.ts'

/** PostgreSQL, and what speaks its protocol and has its catalogue. */
export const postgresDriver = (options: EngineOptions): EngineDriver =>
  driverOf<PostgresConnection>(
    {
      name: 'postgres',
      connector: postgresConnector(addressGuard(options), options.connectTimeoutMs, {
        tap: tapRows,
        opening: [],
        types: new Map(),
        problemOf: connectionProblem,
      }),
      start: runsOf({ wire: wireOf(postgresWords), problemOf: queryProblem }),
      interrupt: cancel,
      warning: readWarning,
      catalogue: readCatalogue,
    },
    options,
  )
