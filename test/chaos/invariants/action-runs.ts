import type { Invariant, Run } from './evidence.ts'

/** How often a run of this outcome may have changed its target. */
const allowed: Readonly<Record<string, readonly number[]>> = {
  committed: [1],
  'rolled-back': [0],
  refused: [0],
  unknown: [0, 1],
}
/** Begun, and its process died: until somebody finds it out, nobody knows. */
const begun: readonly number[] = [0, 1]
const neverBegun: readonly number[] = [0]

const mayHave = ({ outcome }: Run): readonly number[] =>
  outcome === undefined ? neverBegun : (allowed[outcome] ?? begun)

export const actionRuns: Invariant = {
  id: 'INV-11',
  about: 'each run of an action changed its target once or not at all, as the log says',
  check: ({ runs }) =>
    runs.flatMap((run) =>
      mayHave(run).includes(run.changes)
        ? []
        : [`run ${run.mark} (${run.outcome ?? 'not in the log'}) changed ${run.changes} rows`],
    ),
}
