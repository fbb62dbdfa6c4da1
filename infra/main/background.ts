import type { AnyProjection } from '../../projections/runtime/projection.ts'
import type { LogAdapters } from './log-adapters.ts'
import type { Projecting, ProjectingHooks } from './projecting.ts'
import type { SubscriptionHooks } from './subscriptions.ts'
import type { Working } from './working.ts'

export type BackgroundHooks = SubscriptionHooks &
  ProjectingHooks & {
    /** The read models to keep, in place of this release's own. */
    readonly projections?: readonly AnyProjection[]
  }

/** Ends the loops of a process, as many as it has. */
export const stopBackground = async (
  { progress }: Pick<LogAdapters, 'progress'>,
  {
    projecting,
    working,
  }: {
    readonly projecting: Projecting | undefined
    readonly working?: Working | undefined
  },
): Promise<void> => {
  // They are told first: what they wait for fails then, and is no failure of theirs.
  const stopped = working?.stop()
  progress.close()
  await stopped
  await projecting?.stop()
}
