import { existsSync } from 'node:fs'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { clientConfigOf } from '../database/address.ts'
import { clusterPath } from '../embedded/cluster.ts'
import { ensureDatabase } from '../embedded/databases.ts'
import { eventStoreDb } from '../event-store/eventstoredb/event-store.ts'
import { withClient } from '../main/database/with-client.ts'
import { postgresHome } from '../main/storage.ts'
import { StartupProblem } from '../startup-problem.ts'
import { reachServer } from './open-data.ts'
import type { Owner } from './owner.ts'

/** The database of the service on its own server. */
const serviceDatabase = 'analytics'

/** Times are read as text; a server or login may have another style. */
const options = '-c datestyle=ISO'

const noData = (directory: string) =>
  new StartupProblem(
    `There is no data in ${directory} yet. Start the service once, or name another --data.`,
  )

const givenOwner = ({ url, adminUrl }: NonNullable<Config['database']>): pg.ClientConfig => {
  if (adminUrl === undefined)
    throw new StartupProblem(
      'This is for the owner of the database: set DATABASE_ADMIN_URL beside DATABASE_URL.',
    )
  return { ...clientConfigOf(adminUrl), database: clientConfigOf(url).database, options }
}

/**
 * Runs work as the owner of the service's database: the one DATABASE_ADMIN_URL says, or that of the
 * data directory, whose server is started where it does not run. `anew`: there need be no data yet.
 * @throws {StartupProblem} where there is no owner's login, or no data.
 */
export const withOwner = async <T>(
  config: Config,
  log: Logger,
  work: (owner: Owner) => Promise<T>,
  { anew = false } = {},
): Promise<T> => {
  const url = config.eventStoreUrl
  const openEventStoreDb = url === undefined ? undefined : () => eventStoreDb({ url })
  if (config.database) return work({ connection: givenOwner(config.database), openEventStoreDb })
  const { dataDirectory } = config
  if (!anew && !existsSync(clusterPath(postgresHome(dataDirectory)))) throw noData(dataDirectory)
  const server = await reachServer(config, log)
  try {
    const { host, port, superuser: user, password } = server
    const as = (database: string) => ({ host, port, user, password, database, options })
    if (anew)
      await withClient(as('postgres'), async (client) => {
        await ensureDatabase(client, serviceDatabase)
      })
    return await work({ connection: as(serviceDatabase), openEventStoreDb })
  } finally {
    await server.stop()
  }
}
