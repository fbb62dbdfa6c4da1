import { type ActionDependencies, actionRoutes } from './action/routes.ts'
import { type AdminDependencies, adminRoutes } from './admin/routes.ts'
import { type ApiKeyDependencies, apiKeyRoutes } from './api-key/routes.ts'
import { type CardDependencies, cardRoutes } from './card/routes.ts'
import { type CollectionDependencies, collectionRoutes } from './collection/routes.ts'
import type { QueryRoute } from './context.ts'
import { type DashboardDependencies, dashboardRoutes } from './dashboard/routes.ts'
import { type DatabaseDependencies, databaseRoutes } from './database/routes.ts'
import { type DatasetDependencies, datasetRoutes } from './dataset/routes.ts'
import type { ValuesDependencies } from './engine/parameter-values/values.ts'
import { type EvidenceDependencies, evidenceRoutes } from './evidence/routes.ts'
import { groupRoutes } from './group/routes.ts'
import { notingViews } from './noting-views.ts'
import { parameterValuesRoutes } from './parameter-values/routes.ts'
import {
  type PermissionGraphDependencies,
  permissionGraphRoutes,
} from './permission-graph/routes.ts'
import {
  type PermissionHistoryDependencies,
  permissionHistoryRoutes,
} from './permissions/routes.ts'
import { type PublicLinkDependencies, publicLinkRoutes } from './public-link/routes.ts'
import { type QueryAuditDependencies, queryAuditRoutes } from './query-audit/routes.ts'
import { type RevisionDependencies, revisionRoutes } from './revision/routes.ts'
import { type SearchDependencies, searchRoutes } from './search/routes.ts'
import { type SessionDependencies, sessionRoutes } from './session/routes.ts'
import { type SettingDependencies, settingRoutes } from './setting/routes.ts'
import { snippetRoutes } from './snippet/routes.ts'
import { type SubscriptionDependencies, subscriptionRoutes } from './subscription/routes.ts'
import { type TableDependencies, tableRoutes } from './table/routes.ts'
import { virtualTableRoutes } from './table/virtual-routes.ts'
import { userRoutes } from './user/routes.ts'
import { type UserSessionDependencies, userSessionRoutes } from './user-session/routes.ts'

export type QueryDependencies = ActionDependencies &
  AdminDependencies &
  ApiKeyDependencies &
  CardDependencies &
  CollectionDependencies &
  DashboardDependencies &
  DatabaseDependencies &
  DatasetDependencies &
  EvidenceDependencies &
  PermissionGraphDependencies &
  PermissionHistoryDependencies &
  PublicLinkDependencies &
  QueryAuditDependencies &
  RevisionDependencies &
  SearchDependencies &
  SessionDependencies &
  SettingDependencies &
  SubscriptionDependencies &
  TableDependencies &
  UserSessionDependencies &
  ValuesDependencies

/** Every slice of the query service for those who signed in; for others there are `sharedRoutes`. */
export const queryRoutes = (dependencies: QueryDependencies): readonly QueryRoute[] =>
  [
    ...sessionRoutes(dependencies),
    ...settingRoutes(dependencies),
    ...userSessionRoutes(dependencies),
    ...apiKeyRoutes(dependencies),
    ...userRoutes,
    ...groupRoutes,
    ...collectionRoutes(dependencies),
    ...cardRoutes(dependencies),
    ...dashboardRoutes(dependencies),
    ...actionRoutes(dependencies),
    ...publicLinkRoutes(dependencies),
    ...revisionRoutes(dependencies),
    ...snippetRoutes,
    ...subscriptionRoutes(dependencies),
    ...searchRoutes(dependencies),
    ...databaseRoutes(dependencies),
    ...tableRoutes(dependencies),
    ...virtualTableRoutes,
    ...datasetRoutes(dependencies),
    ...parameterValuesRoutes(dependencies),
    ...permissionGraphRoutes(dependencies),
    ...permissionHistoryRoutes(dependencies),
    ...evidenceRoutes(dependencies),
    ...queryAuditRoutes(dependencies),
    ...adminRoutes(dependencies),
  ].map(notingViews(dependencies.recentViews))
