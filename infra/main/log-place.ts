import type { Config } from '../config.ts'
import { assertLogHome, type LogStore } from '../event-store/log-home.ts'
import type { Storage } from './storage.ts'

/** The store that the configuration says holds the log. */
export const storeOf = ({ eventStoreUrl }: Pick<Config, 'eventStoreUrl'>): LogStore =>
  eventStoreUrl === undefined ? 'postgres' : 'eventstoredb'

/** Refuses a configuration that looks for the log where it is not any more, or not yet. */
export const assertLogPlace = (
  { pool }: Pick<Storage, 'pool'>,
  config: Pick<Config, 'eventStoreUrl'>,
): Promise<unknown> => assertLogHome(pool, storeOf(config))
