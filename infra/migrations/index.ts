import { eventStore } from './0001-event-store.ts'
import { accounts } from './0002-accounts.ts'
import { secrets } from './0003-secrets.ts'
import { idSequences } from './0004-id-sequences.ts'
import { idempotency } from './0005-idempotency.ts'
import { fieldValues } from './0006-field-values.ts'
import { collectionIds } from './0007-collection-ids.ts'
import { cardIds } from './0008-card-ids.ts'
import { snippetIds } from './0009-snippet-ids.ts'
import { queryExecutions } from './0010-query-executions.ts'
import { dashboardIds } from './0011-dashboard-ids.ts'
import { apiKeys } from './0013-api-keys.ts'
import { subscriptionJobs } from './0015-subscription-jobs.ts'
import { actionIds } from './0016-action-ids.ts'
import { recentViews } from './0017-recent-views.ts'
import { accountMails } from './0018-account-mails.ts'
import { logHome } from './0021-log-home.ts'
import { leases } from './0022-leases.ts'
import { syncProgress } from './0023-sync-progress.ts'
import { retiredKeys } from './0024-retired-keys.ts'
import { queryPartitions } from './0025-query-partitions.ts'
import type { Script } from './script.ts'

/** Every migration, in the order of their names; one that was released is never edited. */
export const migrations: Record<string, Script> = {
  '0001-event-store': eventStore,
  '0002-accounts': accounts,
  '0003-secrets': secrets,
  '0004-id-sequences': idSequences,
  '0005-idempotency': idempotency,
  '0006-field-values': fieldValues,
  '0007-collection-ids': collectionIds,
  '0008-card-ids': cardIds,
  '0009-snippet-ids': snippetIds,
  '0010-query-executions': queryExecutions,
  '0011-dashboard-ids': dashboardIds,
  '0013-api-keys': apiKeys,
  '0015-subscription-jobs': subscriptionJobs,
  '0016-action-ids': actionIds,
  '0017-recent-views': recentViews,
  '0018-account-mails': accountMails,
  '0021-log-home': logHome,
  '0022-leases': leases,
  '0023-sync-progress': syncProgress,
  '0024-retired-keys': retiredKeys,
  '0025-query-partitions': queryPartitions,
}
