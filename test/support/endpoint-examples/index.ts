import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts'
import { actionExamples } from './action.ts'
import { adminExamples } from './admin.ts'
import { apiKeyExamples } from './api-key.ts'
import { cardExamples } from './card.ts'
import { cardListExamples } from './card-lists.ts'
import { collectionExamples } from './collection.ts'
import { dashboardExamples } from './dashboard.ts'
import { dashboardValuesExamples } from './dashboard-values.ts'
import { databaseExamples } from './database.ts'
import { datasetExamples } from './dataset.ts'
import { embedExamples } from './embed.ts'
import { evidenceExamples } from './evidence.ts'
import type { Example } from './example.ts'
import { groupExamples } from './group.ts'
import { parameterValuesExamples } from './parameter-values.ts'
import { permissionGraphExamples } from './permission-graph.ts'
import { permissionHistoryExamples } from './permission-history.ts'
import { pivotExamples } from './pivot.ts'
import { publicExamples } from './public.ts'
import { publicLinkExamples } from './public-link.ts'
import { queryAuditExamples } from './query-audit.ts'
import { revisionExamples } from './revision.ts'
import { searchExamples } from './search.ts'
import { sessionExamples } from './session.ts'
import { settingExamples } from './setting.ts'
import { snippetExamples } from './snippet.ts'
import { subscriptionExamples } from './subscription.ts'
import { tableExamples } from './table.ts'
import { userExamples } from './user.ts'
import { userSessionExamples } from './user-session.ts'
import { virtualTableExamples } from './virtual-table.ts'
import { wayInExamples } from './ways-in.ts'

/** How each endpoint is called well; the tests that walk every endpoint start from here. */
export const examples: ReadonlyMap<AnyEndpoint, Example> = new Map([
  ...sessionExamples,
  ...wayInExamples,
  ...userExamples,
  ...userSessionExamples,
  ...apiKeyExamples,
  ...groupExamples,
  ...collectionExamples,
  ...cardExamples,
  ...cardListExamples,
  ...revisionExamples,
  ...settingExamples,
  ...snippetExamples,
  ...subscriptionExamples,
  ...searchExamples,
  ...dashboardExamples,
  ...dashboardValuesExamples,
  ...actionExamples,
  ...publicLinkExamples,
  ...publicExamples,
  ...embedExamples,
  ...databaseExamples,
  ...tableExamples,
  ...virtualTableExamples,
  ...datasetExamples,
  ...pivotExamples,
  ...parameterValuesExamples,
  ...permissionGraphExamples,
  ...permissionHistoryExamples,
  ...evidenceExamples,
  ...queryAuditExamples,
  ...adminExamples,
])
