import type { EngineDriver } from '../../shared/ports/engine-driver.ts'
import { h2Driver } from './h2/driver.ts'
import { lazyDriver } from './lazy-driver.ts'
import { mysqlDriver } from './mysql/driver.ts'
import { type EngineOptions, engineDefaults } from './options.ts'
import { postgresDriver } from './postgres/driver.ts'

/** The engines customers' databases may run on, by name; each keeps a pool per database. */
export const engineDrivers = (
  options: Partial<EngineOptions> = {},
): ReadonlyMap<string, EngineDriver> => {
  const bounds = { ...engineDefaults, ...options }
  const drivers = [
    postgresDriver(bounds),
    mysqlDriver(bounds),
    h2Driver(bounds),
    lazyDriver('mongo', async () => (await import('./mongo/driver.ts')).mongoDriver(bounds)),
  ]
  return new Map(drivers.map((driver) => [driver.engine, driver]))
}
