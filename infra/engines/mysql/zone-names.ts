import type { Connection } from 'mysql2'
import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import { fixedOffset } from '../../../shared/sql/fixed-offset.ts'
import { numberOf } from '../connect.ts'
import { execute } from './execute.ts'
import { type OffsetAt, zoneOffsets } from './zone.ts'

const unknownZoneNumber = 1298

const isUnknownZone = (error: unknown): boolean => numberOf(error) === unknownZoneNumber

/** A guess would give wrong numbers: a zone's offset of today is not that of its last winter. */
const unknownZone = (name: string) =>
  new QueryProblem(
    'unsupported-feature',
    `The database server does not know the time zone "${name}". An administrator of the server ` +
      'can load its time zone tables: mysql_tzinfo_to_sql /usr/share/zoneinfo | mysql -u root mysql',
  )

const setZone = (connection: Connection, zone: string) =>
  execute(connection, 'set session time_zone = ?', [zone])

/** Sets the zone, or undefined where the server does not know it. */
const tryZone = async (connection: Connection, zone: string): Promise<OffsetAt | undefined> => {
  try {
    await setZone(connection, zone)
    return zoneOffsets(zone)
  } catch (error) {
    if (isUnknownZone(error)) return undefined
    throw error
  }
}

/**
 * Puts the session into a time zone by its IANA name. Many servers know no names; for zones that
 * have always had the same offset, that will do.
 * @throws {QueryProblem} `unsupported-feature` where neither is to be had.
 */
export const useZone = async (connection: Connection, timeZone: string): Promise<OffsetAt> => {
  const isUtc = timeZone === 'UTC' || timeZone === 'Etc/UTC'
  const named = isUtc ? undefined : await tryZone(connection, timeZone)
  if (named) return named
  const offset = fixedOffset(timeZone)
  const fixed = offset === undefined ? undefined : await tryZone(connection, offset)
  if (fixed) return fixed
  throw unknownZone(timeZone)
}

const conversion = `select convert_tz('2000-01-01 00:00:00', '+00:00', ?) is not null`

/**
 * Makes sure that the server knows the zones that a statement names: CONVERT_TZ answers NULL for
 * others. Each is asked for once.
 * @throws {QueryProblem} `unsupported-feature`
 */
export const zoneCheck = (connection: Connection) => {
  const known = new Set(['+00:00'])
  return async (zones: readonly string[]): Promise<void> => {
    for (const zone of zones) {
      if (known.has(zone)) continue
      const [row] = await execute(connection, conversion, [zone])
      if (Number(row?.[0]) !== 1) throw unknownZone(zone)
      known.add(zone)
    }
  }
}
