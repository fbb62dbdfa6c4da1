/** A moment in a file name: ISO 8601, but for the colons, which Windows takes for syntax. */
export const fileTime = (at: Date): string => at.toISOString().replaceAll(':', '-')
