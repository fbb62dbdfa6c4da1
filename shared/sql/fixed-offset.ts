const week = 7 * 86_400_000
/** What a TIMESTAMP holds, and with it all that engines convert. */
const first = Date.UTC(1970, 0, 1)
const last = Date.UTC(2037, 11, 31)

const offsetPattern = /GMT(.*)$/

const work = (timeZone: string): string | undefined => {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    const at = (instant: number) => offsetPattern.exec(format.format(instant))?.[1]
    const offset = at(last)
    // No summer time is shorter than a week.
    for (let instant = first; instant < last; instant += week)
      if (at(instant) !== offset) return undefined
    return offset || '+00:00'
  } catch (error) {
    if (error instanceof RangeError) return undefined // Nobody knows this name.
    throw error
  }
}

/** There are as many as the world has zones; names that nobody knows are refused before. */
const known = new Map<string, string | undefined>()

/** `+05:30` where that was a zone's offset all the time from 1970 to 2037; undefined for others. */
export const fixedOffset = (timeZone: string): string | undefined => {
  if (known.has(timeZone)) return known.get(timeZone)
  const offset = work(timeZone)
  if (known.size < 1_000) known.set(timeZone, offset)
  return offset
}
