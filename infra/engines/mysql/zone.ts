/** Minutes east of UTC at a local time `YYYY-MM-DDTHH:MM:SS` of the session. */
export type OffsetAt = (local: string) => number

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** `Z`, `+05:30`, `-03:00`. */
export const offsetText = (minutes: number): string => {
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.trunc(size / 60))}:${twoDigits(size % 60)}`
}

const fixedOffset = /^([+-])(\d{1,2}):(\d{2})/

/** `+05:30` or `-03:00:00` → minutes. */
export const parseOffset = (text: string): number | undefined => {
  const [, sign, hours, minutes] = fixedOffset.exec(text) ?? []
  if (hours === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const formatter = (timeZone: string): Intl.DateTimeFormat | undefined => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      timeZoneName: 'longOffset',
      year: 'numeric',
    })
  } catch {
    return undefined // Not an IANA name, e.g. `CEST`.
  }
}

const offsetOfInstant = (format: Intl.DateTimeFormat, instant: number): number => {
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value
  return parseOffset(name?.slice('GMT'.length) ?? '') ?? 0
}

/** Local times repeat for an hour once a year; the first of the two is meant. */
const offsetInZone =
  (format: Intl.DateTimeFormat): OffsetAt =>
  (local) => {
    const asUtc = Date.parse(`${local.slice(0, 19)}Z`)
    if (Number.isNaN(asUtc)) return 0
    const before = offsetOfInstant(format, asUtc - 24 * 3_600_000)
    const guess = offsetOfInstant(format, asUtc - before * 60_000)
    return guess === before ? before : offsetOfInstant(format, asUtc - guess * 60_000)
  }

const rememberedQuarters = 20_000

/** Time zones change on the quarter hour: one question per quarter is enough. */
const remembering = (offsetAt: OffsetAt): OffsetAt => {
  const known = new Map<string, number>()
  return (local) => {
    const quarter = local.slice(0, 14) + Math.trunc(Number(local.slice(14, 16)) / 15)
    const found = known.get(quarter)
    if (found !== undefined) return found
    if (known.size >= rememberedQuarters) known.clear()
    const offset = offsetAt(local)
    known.set(quarter, offset)
    return offset
  }
}

/** The offsets of a session time zone: an offset, or an IANA name; anything else counts as UTC. */
export const zoneOffsets = (zone: string): OffsetAt => {
  const fixed = parseOffset(zone)
  if (fixed !== undefined) return () => fixed
  if (zone === 'UTC') return () => 0
  const format = formatter(zone)
  return format ? remembering(offsetInZone(format)) : () => 0
}

/**
 * What a server calls its zone, as others understand it: where that is an abbreviation of its
 * system (`CEST`, or `BST`, which Dhaka and London share), the offset it has now. `difference` is
 * its clock minus UTC, `-03:00:00`.
 */
export const readableZone = (name: string, difference: string, now: number): string => {
  if (parseOffset(name) !== undefined) return name
  const minutes = parseOffset(difference.startsWith('-') ? difference : `+${difference}`) ?? 0
  const format = formatter(name)
  if (format && offsetOfInstant(format, now) === minutes) return name
  return minutes === 0 ? 'UTC' : offsetText(minutes)
}
