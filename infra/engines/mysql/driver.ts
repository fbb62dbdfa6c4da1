import type { EngineDriver } from '../../../shared/ports/engine-driver.ts'
import { addressGuard } from '../address-guard.ts'
import { driverOf } from '../driver.ts'
import type { Engine } from '../engine.ts'
import type { EngineOptions } from '../options.ts'
import { type MysqlConnection, mysqlConnector } from './connection.ts'
import { readCatalogue, readWarning } from './introspect.ts'
import { startRun } from './run.ts'

const rollback = ({ connection, lost }: MysqlConnection): Promise<void> =>
  Promise.race([
    lost,
    new Promise<void>((resolve, reject) => {
      connection.rollback((error) => (error ? reject(error) : resolve()))
    }),
  ])

/** A reset also rolls back and gives up locks, temporary tables and prepared statements. */
const clean: Engine<MysqlConnection>['clean'] = (mysql, origin) =>
  origin === 'foreign' ? Promise.race([mysql.session.reset(), mysql.lost]) : rollback(mysql)

/** MySQL and MariaDB: they share a protocol, and differ in how a time-out is told to them. */
export const mysqlDriver = (options: EngineOptions): EngineDriver =>
  driverOf<MysqlConnection>(
    {
      name: 'mysql',
      connector: mysqlConnector(addressGuard(options), options.connectTimeoutMs),
      start: startRun,
      clean,
      interrupt: (mysql) => mysql.interrupt(),
      warning: readWarning,
      catalogue: readCatalogue,
    },
    options,
  )
