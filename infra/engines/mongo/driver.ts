import type { EngineDriver } from '../../../shared/ports/engine-driver.ts'
import { addressGuard } from '../address-guard.ts'
import { driverOf } from '../driver.ts'
import type { EngineOptions } from '../options.ts'
import { checkUser } from './check.ts'
import { type MongoConnection, mongoConnector } from './connection.ts'
import { readCatalogue } from './introspect.ts'
import { startRun } from './run.ts'

/** MongoDB, whose statements are pipelines of aggregation stages. */
export const mongoDriver = (options: EngineOptions): EngineDriver =>
  driverOf<MongoConnection>(
    {
      name: 'mongo',
      connector: mongoConnector(addressGuard(options), options),
      start: startRun,
      interrupt: (mongo) => mongo.interrupt(),
      warning: (_read, lend) => lend(checkUser),
      catalogue: (_read, lend) => lend(readCatalogue),
    },
    options,
  )
