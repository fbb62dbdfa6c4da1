import type { Invariant } from './evidence.ts'

export const chainVerifies: Invariant = {
  id: 'INV-10',
  about: 'an export of the log verifies: every line follows from the one before',
  check: ({ chain }) => chain,
}
