import type { StopReason } from '../events/subscription.ts'

const sentences: Readonly<Record<StopReason, string>> = {
  'creator-deactivated': 'Whoever subscribed has no account any more.',
  'dashboard-archived': 'The dashboard is archived.',
  'dashboard-deleted': 'The dashboard is not there any more.',
  'no-permission': 'Whoever subscribed may not see all of the dashboard any more.',
  'filter-removed': 'The dashboard has not all the filters any more that this sets.',
}

/** A sentence for whoever subscribed. */
export const stoppedBecause = (reason: StopReason): string => sentences[reason]
