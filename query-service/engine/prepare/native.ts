import type { DatasetQuery } from '../../../shared/contract/dataset.ts'
import { parseNative } from '../../../shared/sql/template/native-query.ts'
import type { DatabaseRow } from '../../../shared/views/database.ts'
import { rowLimit } from '../limits.ts'
import type { PositionCache } from '../metadata-cache.ts'
import { nativeStatement } from '../native/statement.ts'
import { zoneOrUtc } from '../shape/time-zone.ts'
import { orFailing } from './failing.ts'
import { gather } from './knowledge.ts'
import type { Asking, PreparedQuery, SiteOptions } from './prepared.ts'

/**
 * A query of the caller's own in its engine's language: as it is, but for its tags.
 * @throws {Refusal} 400, 403 or 404
 */
export const prepareNative = async (
  asking: Asking,
  cache: PositionCache,
  query: DatasetQuery,
  database: DatabaseRow,
  options: SiteOptions,
  timeZone: string | undefined,
): Promise<PreparedQuery> => {
  const native = parseNative(query.native)
  const references = { tables: new Set<number>(), fields: new Set<number>(), natives: [native] }
  const known = await gather(asking, cache, { ...references, cards: new Set() }, database, options)
  const zone = zoneOrUtc(timeZone ?? database.timezone).name
  const prepare = () => ({
    ...nativeStatement(native, query.parameters ?? [], known.catalogue, {
      isSaved: options.card !== undefined,
      timeZone: zone,
      weekStart: options.weekStart,
    }),
    rowLimit: rowLimit({}, options.caps.bare),
    columns: undefined,
  })
  return {
    database,
    ...orFailing(prepare, options),
    origin: 'foreign',
    reads: { table: null, cards: known.cards, tables: null },
  }
}
