import type { EngineDriver } from '../../../shared/ports/engine-driver.ts'
import { addressGuard } from '../address-guard.ts'
import { driverOf } from '../driver.ts'
import type { EngineOptions } from '../options.ts'
import { type MysqlConnection, mysqlConnector } from './connection.ts'
import { readCatalogue, readWarning } from './introspect.ts'
import { startRun } from './run.ts'

/** MySQL and MariaDB: they share a protocol, and differ in how a time-out is told to them. */
export const mysqlDriver = (options: EngineOptions): EngineDriver =>
  driverOf<MysqlConnection>(
    {
      name: 'mysql',
      connector: mysqlConnector(addressGuard(options), options.connectTimeoutMs),
      start: startRun,
      interrupt: (mysql) => mysql.interrupt(),
      warning: readWarning,
      catalogue: readCatalogue,
    },
    options,
  )
