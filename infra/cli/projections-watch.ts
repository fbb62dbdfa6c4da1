import type { Watch } from '../main/read-models/workshop.ts'
import type { CliContext } from './context.ts'
import type { Progress } from './progress.ts'

/**
 * Shows how a build is filled and then, where that is called for, folded anew, a bar for each. Ctrl-C
 * ends the work between two batches.
 */
export const withBars = async <T>(
  context: CliContext,
  work: (watch: Watch) => Promise<T>,
): Promise<T> => {
  let doing: string | undefined
  let bar: Progress | undefined
  try {
    return await work((progress) => {
      context.signal.throwIfAborted()
      if (doing !== progress.doing) {
        bar?.stop()
        bar = context.startProgress(progress.head)
        doing = progress.doing
      }
      bar?.at(progress.position, progress.events)
    })
  } finally {
    bar?.stop()
  }
}
