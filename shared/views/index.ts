import { actionRuns, actions } from './action.ts'
import { apiKeys } from './api-key.ts'
import { cards } from './card.ts'
import { collectionGrants, collections } from './collection.ts'
import { dashboards, dashcards } from './dashboard.ts'
import { databases, fields, tables } from './database.ts'
import { dataGrants, nativeGrants } from './grant.ts'
import { groups, memberships } from './group.ts'
import { publicLinks } from './public-link.ts'
import { instances, settingChanges, settings } from './setting.ts'
import { snippets } from './snippet.ts'
import { subscriptionRuns, subscriptions } from './subscription.ts'
import { users } from './user.ts'
import type { Row } from './view.ts'

/** Every read-model table, by its name. */
export const readModelTables = {
  users,
  groups,
  memberships,
  api_keys: apiKeys,
  databases,
  tables,
  fields,
  data_grants: dataGrants,
  native_grants: nativeGrants,
  collections,
  cards,
  dashboards,
  dashcards,
  actions,
  action_runs: actionRuns,
  public_links: publicLinks,
  snippets,
  subscriptions,
  subscription_runs: subscriptionRuns,
  collection_grants: collectionGrants,
  settings,
  setting_changes: settingChanges,
  instances,
}

/** The read models as a query builder sees them: table name → row. */
export type ReadModels = { [T in keyof typeof readModelTables]: Row<(typeof readModelTables)[T]> }
