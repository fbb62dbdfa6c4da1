import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openGivenStorage } from './given-storage.ts'
import type { Patience } from './patience.ts'
import { embeddedServer, openStorage, type Storage } from './storage.ts'

/** Where the configuration says that everything is kept: a Postgres of the operator's, or our own. */
export const openPlace = async (config: Config, log: Logger, wait: Patience): Promise<Storage> => {
  const { database, dataDirectory, masterKey, newMasterKey } = config
  if (database) return openGivenStorage({ ...config, database }, log, wait)
  const options = { dataDirectory, masterKey, newMasterKey, log }
  return openStorage(await embeddedServer(options), options)
}
