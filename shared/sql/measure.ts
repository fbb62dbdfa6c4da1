import type { Fragment } from './fragment.ts'

/** What a fragment comes to when it is printed. */
export type Measure = {
  /** Pieces of text, names and values. */
  readonly pieces: number
  /** Values bound, each as often as it occurs. */
  readonly values: number
}

const one: Measure = { pieces: 1, values: 0 }

/**
 * Fragments share their parts, so a small one may print as a huge text; each part is looked at only
 * once here, however often it occurs.
 */
export const measure = (fragment: Fragment, known = new Map<Fragment, Measure>()): Measure => {
  switch (fragment.kind) {
    case 'value':
      return { pieces: 1, values: 1 }
    case 'indented':
      return measure(fragment.body, known)
    case 'sequence': {
      const before = known.get(fragment)
      if (before) return before
      let pieces = 0
      let values = 0
      for (const part of fragment.parts) {
        const inner = measure(part, known)
        pieces += inner.pieces
        values += inner.values
      }
      const whole = { pieces, values }
      known.set(fragment, whole)
      return whole
    }
    default:
      return one
  }
}
