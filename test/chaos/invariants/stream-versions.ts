import type { Invariant } from './evidence.ts'

export const streamVersions: Invariant = {
  id: 'INV-4',
  about: 'the versions of each stream have no gap and no double',
  check: ({ events }) => {
    const next = new Map<string, number>()
    return events.flatMap(({ stream, revision, position }) => {
      const expected = next.get(stream) ?? 0
      next.set(stream, revision + 1)
      return revision === expected
        ? []
        : [`${stream} has version ${revision} where ${expected} belongs, at ${position}`]
    })
  },
}
