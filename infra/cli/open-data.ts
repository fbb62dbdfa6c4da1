import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { clusterPath } from '../embedded/cluster.ts'
import { joinEmbeddedPostgres } from '../embedded/join.ts'
import { DirectoryInUse } from '../embedded/service-lock.ts'
import { type Adapters, createAdapters } from '../main/adapters.ts'
import { createLogAdapters } from '../main/log-adapters.ts'
import { assertLogPlace } from '../main/log-place.ts'
import {
  embeddedServer,
  openStorage,
  type PostgresServer,
  postgresHome,
  type Storage,
} from '../main/storage.ts'
import { StartupProblem } from '../startup-problem.ts'
import { withGivenData } from './given-data.ts'

/** What a command works on: the log, the read models and everything beside them. */
export type Data = {
  readonly storage: Storage
  readonly adapters: Adapters
  /** A service works on the same data now, and follows what is written. */
  readonly serviceRuns: boolean
}

type Server = PostgresServer & { readonly serviceRuns: boolean }

/** The data's own Postgres: the one a service runs there now, else one started for this command. */
export const reachServer = async (config: Config, log: Logger): Promise<Server> => {
  const { dataDirectory, masterKey } = config
  try {
    const started = await embeddedServer({ dataDirectory, masterKey, log })
    return { ...started, serviceRuns: false }
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    const joined = await joinEmbeddedPostgres(postgresHome(dataDirectory))
    return { ...joined, serviceRuns: true }
  }
}

/**
 * Runs work on the Postgres that DATABASE_URL names, or else on a data directory, whether a service
 * runs on it or not, and leaves it as it was.
 * @throws {StartupProblem} when there is no data.
 */
export const withData = async <T>(
  config: Config,
  log: Logger,
  work: (data: Data) => Promise<T>,
): Promise<T> => {
  const { database, dataDirectory, masterKey, newMasterKey } = config
  if (database) return withGivenData(config, database, log, work)
  if (!existsSync(clusterPath(postgresHome(dataDirectory))))
    throw new StartupProblem(
      `There is no data in ${dataDirectory} yet. Start the service once, or name another --data.`,
    )
  const server = await reachServer(config, log)
  try {
    const storage = await openStorage(server, { dataDirectory, masterKey, newMasterKey, log })
    await assertLogPlace(storage, config)
    // Nobody calls a command: there is nothing to count, and nobody to tell.
    const alone = { redis: undefined, natsUrl: undefined, database: undefined }
    const own = { ...config, ...alone }
    const adapters = createAdapters(storage, own, log, await createLogAdapters(storage, own, log))
    try {
      return await work({ storage, adapters, serviceRuns: server.serviceRuns })
    } finally {
      await adapters.eventStore.close()
      await storage.stop()
    }
  } finally {
    await server.stop()
  }
}
