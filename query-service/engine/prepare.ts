import type { DatasetQuery } from '../../shared/contract/dataset.ts'
import type { PositionCache } from './metadata-cache.ts'
import { prepareNative } from './prepare/native.ts'
import type { Asking, Prepared, PrepareOptions } from './prepare/prepared.ts'
import { everything, refuseUnlessAllowed, rightsOf } from './prepare/rights.ts'
import { prepareStructured } from './prepare/structured.ts'
import { requestedZone } from './prepare/zone.ts'
import { databaseOf } from './query-database.ts'

/** Queries longer than this, in characters of JSON, are prepared each time. */
const longestKept = 4_000

/** A prepared query is about so many times as large as a row of metadata. */
const preparedWeight = 10

/**
 * From a request's query to a statement that may run. At one position of the read models the same
 * question of the same person has one answer to that, so a structured query is prepared once.
 * @throws {Refusal} 400, 403 or 404: everything that is refused is refused here, before it runs.
 */
export const prepareQuery = (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  options: PrepareOptions,
): Promise<Prepared> => {
  const work = () => prepare(asking, cache, query, options)
  if (query.type === 'native') return work()
  const { userId, isSuperuser, groupIds } = asking.actor
  const key = JSON.stringify([userId, isSuperuser, groupIds, options, query])
  if (key.length > longestKept) return work()
  return cache.get(asking.position, `query ${key}`, work, preparedWeight)
}

const prepare = async (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  options: PrepareOptions,
): Promise<Prepared> => {
  const { forDisplay = false, asSaved = false, card: cardId = null } = options
  const database = await databaseOf(asking, cache, query, asSaved)
  const rights = asSaved ? everything : await rightsOf(asking, cache)
  const isNative = query.type === 'native'
  refuseUnlessAllowed(!(isNative || forDisplay) || rights.mayRunNative(database.id))
  const zone = requestedZone(query)
  const prepared = isNative
    ? await prepareNative(asking, cache, query, database, options, zone.timeZone)
    : await prepareStructured(asking, cache, query, database, rights, options, zone.timeZone)
  const { actor, position } = asking
  return { ...prepared, ...zone, asked: { userId: actor.userId, cardId, position } }
}
