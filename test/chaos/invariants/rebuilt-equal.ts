import type { Invariant } from './evidence.ts'

/** The first row that only one of two sorted lists has. */
const firstDifference = (live: readonly string[], rebuilt: readonly string[]): string => {
  const ours = new Set(live)
  const theirs = new Set(rebuilt)
  const extra = live.find((row) => !theirs.has(row))
  const missing = rebuilt.find((row) => !ours.has(row))
  return `only in use: ${extra ?? 'none'}; only rebuilt: ${missing ?? 'none'}`
}

export const rebuiltEqual: Invariant = {
  id: 'INV-5',
  about: 'read models are byte-equal to the log folded into an empty schema',
  check: ({ live, rebuilt }) =>
    [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])].sort().flatMap((table) => {
      const [ours, theirs] = [live[table], rebuilt[table]]
      if (!ours || !theirs) return [`${table} is there only ${ours ? 'in use' : 'rebuilt'}`]
      return ours.length === theirs.length && ours.every((row, index) => row === theirs[index])
        ? []
        : [
            `${table} differs (${ours.length} rows, ${theirs.length} rebuilt); ` +
              firstDifference(ours, theirs),
          ]
    }),
}
