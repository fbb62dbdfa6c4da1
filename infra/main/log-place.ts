import type { Config } from '../config.ts'
import { assertLogHome } from '../event-store/log-home.ts'
import type { Storage } from './storage.ts'

/** Refuses a configuration that looks for the log where it is not any more, or not yet. */
export const assertLogPlace = (
  { pool }: Pick<Storage, 'pool'>,
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
): Promise<unknown> =>
  assertLogHome(pool, eventStoreUrl === undefined ? 'postgres' : 'eventstoredb')
