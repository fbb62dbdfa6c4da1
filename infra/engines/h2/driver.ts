import type { EngineDriver } from '../../../shared/ports/engine-driver.ts'
import { addressGuard } from '../address-guard.ts'
import { driverOf } from '../driver.ts'
import type { EngineOptions } from '../options.ts'
import { cancel, type PostgresConnection, postgresConnector } from '../postgres/connection.ts'
import { readCatalogue, readWarning } from './introspect.ts'
import { connectionProblem } from './problems.ts'
import { startRun } from './run.ts'
import { tapH2 } from './tap.ts'
import { h2Types } from './types.ts'

/** Rows are sent as they are found; otherwise H2 gathers a whole answer before its first row. */
const opening = ['set lazy_query_execution 1']

/** H2 through its server in PostgreSQL mode, which speaks the protocol and has dialects of its own. */
export const h2Driver = (options: EngineOptions): EngineDriver =>
  driverOf<PostgresConnection>(
    {
      name: 'h2',
      connector: postgresConnector(addressGuard(options), options.connectTimeoutMs, {
        tap: tapH2,
        opening,
        types: h2Types,
        problemOf: connectionProblem,
      }),
      start: startRun,
      interrupt: cancel,
      warning: readWarning,
      catalogue: readCatalogue,
    },
    options,
  )
