import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import { waits } from './index.ts'

/** The same waiting, for whoever watches. */
export const observedProgress = <Progress extends ProjectionProgress>(
  progress: Progress,
): Progress => ({
  ...progress,
  reached: (position, limitMs) => waits.run(undefined, () => progress.reached(position, limitMs)),
})
