import type { DatasetQuery } from '../../shared/contract/dataset.ts'
import type { PositionCache } from './metadata-cache.ts'
import { prepareNative } from './prepare/native.ts'
import {
  type Asking,
  type PrepareDependencies,
  type Prepared,
  type PrepareOptions,
  type SiteOptions,
  signedIn,
} from './prepare/prepared.ts'
import { everything, refuseUnlessAllowed, rightsOf } from './prepare/rights.ts'
import { prepareStructured } from './prepare/structured.ts'
import { requestedZone } from './prepare/zone.ts'
import { databaseOf } from './query-database.ts'

/** Queries longer than this, in characters of JSON, are prepared each time. */
const longestKept = 4_000

/** A prepared query is about so many times as large as a row of metadata. */
const preparedWeight = 10

/** Whose question it is to the cache: what is saved is the same for all who may have it. */
const asker = (asking: Asking, { asSaved }: PrepareOptions): unknown => {
  if (asSaved) return 'anybody'
  const { userId, isSuperuser, groupIds } = signedIn(asking)
  return [userId, isSuperuser, groupIds]
}

const known = (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  options: SiteOptions,
): Promise<Omit<Prepared, 'asked' | 'isShown'>> => {
  const work = () => prepare(asking, cache, query, options)
  if (query.type === 'native') return work()
  const key = JSON.stringify([asker(asking, options), options, query])
  if (key.length > longestKept) return work()
  return cache.get(asking.position, `query ${key}`, work, preparedWeight)
}

/** Those who may write SQL on a database may see what others have written. */
const maySeeSql = async (asking: Asking, cache: PositionCache, databaseId: number) =>
  asking.actor !== undefined && (await rightsOf(asking, cache)).mayRunNative(databaseId)

/**
 * From a request's query to a statement that may run. At one position of the read models the same
 * question of the same person has one answer to that, so a structured query is prepared once.
 * @throws {Refusal} 400, 403 or 404: everything that is refused is refused here, before it runs.
 */
export const prepareQuery = async (
  asking: Asking,
  { cache, settings }: PrepareDependencies,
  query: DatasetQuery,
  options: PrepareOptions,
): Promise<Prepared> => {
  const { actor, position } = asking
  const { card: cardId = null } = options
  const siteZone = await settings.get('report-timezone')
  const weekStart = await settings.get('start-of-week')
  const prepared = await known(asking, cache, query, { ...options, siteZone, weekStart })
  const { database, reads } = prepared
  return {
    ...prepared,
    asked: { userId: actor?.userId ?? null, cardId, position },
    isShown: reads.cards.length === 0 || (await maySeeSql(asking, cache, database.id)),
  }
}

const prepare = async (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  options: SiteOptions,
): Promise<Omit<Prepared, 'asked' | 'isShown'>> => {
  const { forDisplay = false, asSaved = false, siteZone } = options
  const database = await databaseOf(asking, cache, query, asSaved)
  const rights = asSaved ? everything : await rightsOf(asking, cache)
  const isNative = query.type === 'native'
  refuseUnlessAllowed(!(isNative || forDisplay) || rights.mayRunNative(database.id))
  const zone = requestedZone(query, siteZone)
  const prepared = isNative
    ? await prepareNative(asking, cache, query, database, options, zone.timeZone)
    : await prepareStructured(asking, cache, query, database, rights, options, zone.timeZone)
  return { ...prepared, ...zone }
}
