import type { AnyProjection } from '../../projections/runtime/projection.ts'
import type { ProjectingHooks } from './projecting.ts'
import type { SubscriptionHooks } from './subscriptions.ts'

export type BackgroundHooks = SubscriptionHooks &
  ProjectingHooks & {
    /** The read models to keep, in place of this release's own. */
    readonly projections?: readonly AnyProjection[]
  }
