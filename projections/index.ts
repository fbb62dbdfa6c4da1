import { actionProjection } from './action.ts'
import { actionRunProjection } from './action-run.ts'
import { apiKeyProjection } from './api-key.ts'
import { cardProjection } from './card.ts'
import { collectionProjection } from './collection.ts'
import { collectionGrantProjection } from './collection-grant.ts'
import { dashboardProjection } from './dashboard.ts'
import { dataGrantProjection } from './data-grant.ts'
import { databaseProjection } from './database.ts'
import { groupProjection } from './group.ts'
import { membershipProjection } from './membership.ts'
import { publicLinkProjection } from './public-link.ts'
import { settingProjection } from './setting.ts'
import { snippetProjection } from './snippet.ts'
import { subscriptionProjection } from './subscription.ts'
import { subscriptionRunProjection } from './subscription-run.ts'
import { tableProjection } from './table.ts'
import { userProjection } from './user.ts'

/** The `core` loop: everything the API reads, one ordered pass, one checkpoint. */
export const coreProjections = [
  userProjection,
  groupProjection,
  membershipProjection,
  apiKeyProjection,
  settingProjection,
  dataGrantProjection,
  collectionProjection,
  collectionGrantProjection,
  databaseProjection,
  tableProjection,
  cardProjection,
  snippetProjection,
  dashboardProjection,
  actionProjection,
  actionRunProjection,
  publicLinkProjection,
  subscriptionProjection,
  subscriptionRunProjection,
] as const
