import type { BuildStep } from '../../../../shared/ports/projection-store.ts'
import type { Violation } from '../../invariants/index.ts'

/** Each step of each projection, as its projector believed it to be: one has to follow from the other. */
export type Applied = {
  note(steps: readonly BuildStep[]): void
  /** Events that a projection was given twice, or never. */
  violations(): readonly Violation[]
}

export const createApplied = (): Applied => {
  const reached = new Map<number, bigint>()
  const found: Violation[] = []
  return {
    note: (steps) => {
      for (const { build, to } of steps) {
        const at = reached.get(build.id) ?? 0n
        const wrong = build.position < at ? 'given again' : 'passed over'
        if (build.position !== at)
          found.push({
            id: 'INV-2',
            text: `${build.projection} was at ${at} and went on at ${build.position}: ${wrong}`,
          })
        reached.set(build.id, to)
      }
    },
    violations: () => found,
  }
}
