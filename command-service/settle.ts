import { Refusal } from '../shared/kernel/refusal.ts'
import type { ProjectionProgress } from '../shared/ports/projection-progress.ts'
import type { Reached } from './execute.ts'

export type Settled = {
  /** Undefined when the request touched no stream. */
  readonly position: bigint | undefined
  /** Readers cannot see it yet: the answer comes from the decided state. */
  readonly pending: boolean
}

/**
 * Waits until readers can see what a request wrote or relied on. When that takes too long, the
 * write stands all the same: one that takes access away is not acknowledged, so that nobody counts
 * on a revocation that is not in force; any other is answered as pending.
 * @throws {Refusal} `projection-lag`; repeating the request is safe.
 */
export const settle = async (
  reached: Reached,
  progress: ProjectionProgress,
  limitMs: number,
): Promise<Settled> => {
  const position = reached.position()
  if (position === undefined || (await progress.reached(position, limitMs)))
    return { position, pending: false }
  const accessTaken = reached.accessTaken()
  if (accessTaken !== undefined && accessTaken > progress.known())
    throw new Refusal(
      'projection-lag',
      'The change is recorded but not in force yet; repeat the request in a moment.',
      { retryAfter: 1 },
    )
  return { position, pending: true }
}
