/**
 * The name of a time zone in its usual spelling; undefined where there is none of that name. Offsets
 * are no names: engines do not agree on which way they count.
 */
export const knownZone = (name: string): string | undefined => {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
