import * as action from './action.ts'
import * as actionRecords from './action-records.ts'
import * as actionSharing from './action-sharing.ts'
import * as admin from './admin.ts'
import * as apiKey from './api-key.ts'
import * as card from './card.ts'
import * as cardLists from './card-lists.ts'
import * as cardRecords from './card-records.ts'
import * as collection from './collection.ts'
import * as collectionGraph from './collection-graph.ts'
import * as dashboard from './dashboard.ts'
import * as dashboardRecords from './dashboard-records.ts'
import * as dashboardRun from './dashboard-run.ts'
import * as dashboardSave from './dashboard-save.ts'
import * as dashboardValues from './dashboard-values.ts'
import * as database from './database.ts'
import * as databaseRecords from './database-records.ts'
import * as dataset from './dataset.ts'
import * as email from './email.ts'
import * as embed from './embed.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as evidence from './evidence.ts'
import * as group from './group.ts'
import * as identity from './identity.ts'
import * as parameterValues from './parameter-values.ts'
import * as passwordReset from './password-reset.ts'
import * as permissionGraph from './permission-graph.ts'
import * as permissionHistory from './permission-history.ts'
import * as permissionHistoryRecords from './permission-history-records.ts'
import * as pivot from './pivot.ts'
import * as publicContract from './public.ts'
import * as publicLink from './public-link.ts'
import * as publicRecords from './public-records.ts'
import * as queryAudit from './query-audit.ts'
import * as revision from './revision.ts'
import * as search from './search.ts'
import * as session from './session.ts'
import * as setting from './setting.ts'
import * as snippet from './snippet.ts'
import * as snippetRecords from './snippet-records.ts'
import * as subscription from './subscription.ts'
import * as subscriptionRecords from './subscription-records.ts'
import * as table from './table.ts'
import * as user from './user.ts'
import * as userSession from './user-session.ts'
import * as versionRecords from './version-record.ts'
import * as virtualTable from './virtual-table.ts'

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

const resources = [
  session,
  passwordReset,
  identity,
  email,
  setting,
  userSession,
  apiKey,
  user,
  group,
  databaseRecords,
  database,
  table,
  virtualTable,
  dataset,
  evidence,
  queryAudit,
  collection,
  collectionGraph,
  cardRecords,
  cardLists,
  card,
  pivot,
  versionRecords,
  dashboardRecords,
  dashboard,
  dashboardRun,
  dashboardSave,
  dashboardValues,
  publicLink,
  actionRecords,
  action,
  actionSharing,
  publicRecords,
  publicContract,
  embed,
  revision,
  snippetRecords,
  snippet,
  subscriptionRecords,
  subscription,
  search,
  parameterValues,
  permissionGraph,
  permissionHistoryRecords,
  permissionHistory,
  admin,
]

/** Every endpoint there is: routes, router, API document and the walking tests come from it. */
export const endpoints: readonly AnyEndpoint[] = resources.flatMap((resource) =>
  Object.values(resource).filter(isEndpoint),
)

/**
 * What the contract calls its endpoints and shapes. The API document names its operations and
 * schemas so: renaming an export renames what generated clients call.
 */
export const contractNames: ReadonlyMap<unknown, string> = new Map(
  resources.flatMap((resource) =>
    Object.entries(resource).map(([name, value]) => [value, name] as const),
  ),
)
