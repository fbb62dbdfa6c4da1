/** The UTC offset of a time zone as ISO text, `Z` or `±HH:MM`, at moments of two kinds. */
export type TimeZone = {
  readonly name: string
  /** At a wall-clock time, given in milliseconds as if it were UTC. */
  readonly offsetAtLocal: (millis: number) => string
  /** At an instant: of an hour that a change of clocks repeats, the one that is meant. */
  readonly offsetAt: (instant: number) => string
  /** Milliseconds to add to an instant to get its wall-clock time. */
  readonly shiftAt: (instant: number) => number
}

/** No zone has ever changed its offset within one. */
const quarterHour = 900_000
const mostRemembered = 50_000

const offsetPattern = /GMT([+-])(\d{2}):(\d{2})/

const shiftOf = (sign?: string, hours = '0', minutes = '0'): number => {
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -shift : shift
}

const intlShift = (name: string): ((instant: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  return (instant) => {
    const [, sign, hours, minutes] = offsetPattern.exec(format.format(instant)) ?? []
    return shiftOf(sign, hours, minutes)
  }
}

const remembered = (shiftAt: (instant: number) => number): ((instant: number) => number) => {
  const known = new Map<number, number>()
  return (instant) => {
    const key = Math.floor(instant / quarterHour)
    const shift = known.get(key) ?? shiftAt(instant)
    if (known.size >= mostRemembered) known.clear()
    known.set(key, shift)
    return shift
  }
}

const offsetText = (shift: number): string => {
  if (shift === 0) return 'Z'
  const minutes = Math.abs(shift) / 60_000
  const pad = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return `${shift < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`
}

const fixed = (name: string, shift: number): TimeZone => ({
  name,
  offsetAtLocal: () => offsetText(shift),
  offsetAt: () => offsetText(shift),
  shiftAt: () => shift,
})

/**
 * An IANA name, or a fixed offset `±HH:MM`, which is what MySQL may call its zone.
 * @throws {RangeError} for anything else.
 */
export const timeZone = (name: string): TimeZone => {
  if (/^(?:etc\/)?(?:utc|gmt|zulu)$/i.test(name)) return fixed(name, 0)
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(name) ?? []
  if (sign) return fixed(name, shiftOf(sign, hours, minutes))
  const shiftAt = remembered(intlShift(name))
  // The offset guessed from the wall clock is off only within hours of a change; ask again there.
  const offsetAtLocal = (millis: number) =>
    offsetText(shiftAt(millis - shiftAt(millis - shiftAt(millis))))
  return { name, offsetAtLocal, offsetAt: (instant) => offsetText(shiftAt(instant)), shiftAt }
}

const utc = timeZone('UTC')

const known = (name: string): TimeZone => {
  try {
    return timeZone(name)
  } catch (error) {
    if (error instanceof RangeError) return utc
    throw error
  }
}

/** Making a zone takes longer than a small query; there are as many as databases name. */
const zones = new Map<string, TimeZone>()

/** The zone of a database, or UTC where it is not known, or by a name only the database has. */
export const zoneOrUtc = (name: string | null): TimeZone => {
  if (name === null) return utc
  const zone = zones.get(name) ?? known(name)
  zones.set(name, zone)
  return zone
}
