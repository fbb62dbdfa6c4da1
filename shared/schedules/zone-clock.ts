const dayMs = 86_400_000

/** Making one takes longer than using it; there are as many as the world has zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone, era: 'short', ...parts, ...time })
  formats.set(timeZone, made)
  return made
}

/** What clocks show at an instant, in milliseconds as if it were UTC. @throws {RangeError} */
const wallClockAt = (instant: number, zone: string): number => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map((it) => [it.type, it.value]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** Midnight of the day that it is in a zone, as if it were UTC. */
export const localDateAt = (instant: number, zone: string): number =>
  Math.floor(wallClockAt(instant, zone) / dayMs) * dayMs

export const isFullHourAt = (instant: number, zone: string): boolean =>
  wallClockAt(instant, zone) % 3_600_000 === 0

/**
 * The first instant at which clocks show this time, given as if it were UTC, or a later one where
 * they skip it: the end of the gap. No zone is further from UTC than a day.
 */
export const firstInstantAt = (local: number, zone: string): number => {
  const shiftAt = (instant: number) => wallClockAt(instant, zone) - instant
  const shifts = [shiftAt(local - dayMs), shiftAt(local + dayMs)]
  const shown = shifts
    .map((shift) => local - shift)
    .filter((instant) => wallClockAt(instant, zone) === local)
  if (shown.length > 0) return Math.min(...shown)
  // Clocks jump over it in between: the change is where they first show more.
  let [before, after] = [local - Math.max(...shifts) - 1, local - Math.min(...shifts)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallClockAt(middle, zone) >= local) after = middle
    else before = middle
  }
  return after
}
