import { positionCache } from '../../query-service/engine/metadata-cache.ts'
import { sharedRoutes } from '../../query-service/shared-routes.ts'
import type { Mounted } from '../http/pipeline.ts'
import { publicViews } from '../read-models/views.ts'
import type { Adapters } from './adapters.ts'
import { mountQuery } from './query-side.ts'
import type { Storage } from './storage.ts'

/**
 * What is shared by link or embedded, over a pool of its own: all that is looked up for a stranger's
 * request goes as a role that sees what such things are made of and run on, without a word of
 * people. By the service's own pool go fixed statements that hold nothing of the request: the
 * settings, the secret of the connection a row names, known values of a field, the record of runs.
 * What was read for strangers is remembered for strangers only.
 */
export const sharedSide = (
  adapters: Adapters,
  { publicPool }: Pick<Storage, 'publicPool'>,
  waitMs: number,
): readonly Mounted[] => {
  const views = publicViews(publicPool, adapters.fixedSettings)
  const mount = mountQuery({ ...adapters, views, waitMs })
  return sharedRoutes({ ...adapters, cache: positionCache() }).map(mount)
}
