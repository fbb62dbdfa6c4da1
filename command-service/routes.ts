import { type ActionDependencies, actionRoutes } from './action/routes.ts'
import { type ApiKeyDependencies, apiKeyRoutes } from './api-key/routes.ts'
import { type CardDependencies, cardRoutes } from './card/routes.ts'
import { type CollectionDependencies, collectionRoutes } from './collection/routes.ts'
import type { CommandRoute } from './context.ts'
import { type DashboardDependencies, dashboardRoutes } from './dashboard/routes.ts'
import { type DatabaseDependencies, databaseRoutes } from './database/routes.ts'
import { type EmailDependencies, emailRoutes } from './email/routes.ts'
import { type GroupDependencies, groupRoutes } from './group/routes.ts'
import {
  type PermissionGraphDependencies,
  permissionGraphRoutes,
} from './permission-graph/routes.ts'
import { type PublicLinkDependencies, publicLinkRoutes } from './public-link/routes.ts'
import { revisionRoutes } from './revision/routes.ts'
import { type EndingDependencies, endingRoutes } from './session/ending.ts'
import { type IdentityDependencies, identityRoutes } from './session/identity-routes.ts'
import { type PasswordResetDependencies, passwordResetRoutes } from './session/reset-routes.ts'
import { type SessionDependencies, sessionRoutes } from './session/routes.ts'
import { type SettingRouteDependencies, settingRoutes } from './setting/routes.ts'
import { type SetupRouteDependencies, setupRoutes } from './setup/routes.ts'
import { type SnippetDependencies, snippetRoutes } from './snippet/routes.ts'
import { type SubscriptionDependencies, subscriptionRoutes } from './subscription/routes.ts'
import { type UserRouteDependencies, userRoutes } from './user/routes.ts'

export type CommandDependencies = ActionDependencies &
  ApiKeyDependencies &
  CardDependencies &
  CollectionDependencies &
  DashboardDependencies &
  DatabaseDependencies &
  EndingDependencies &
  EmailDependencies &
  GroupDependencies &
  IdentityDependencies &
  PasswordResetDependencies &
  PermissionGraphDependencies &
  PublicLinkDependencies &
  SessionDependencies &
  SettingRouteDependencies &
  SetupRouteDependencies &
  SnippetDependencies &
  SubscriptionDependencies &
  UserRouteDependencies

/** Every slice of the command service. */
export const commandRoutes = (dependencies: CommandDependencies): readonly CommandRoute[] => [
  ...setupRoutes(dependencies),
  ...sessionRoutes(dependencies),
  ...passwordResetRoutes(dependencies),
  ...identityRoutes(dependencies),
  ...settingRoutes(dependencies),
  ...endingRoutes(dependencies),
  ...apiKeyRoutes(dependencies),
  ...userRoutes(dependencies),
  ...emailRoutes(dependencies),
  ...groupRoutes(dependencies),
  ...collectionRoutes(dependencies),
  ...cardRoutes(dependencies),
  ...dashboardRoutes(dependencies),
  ...publicLinkRoutes(dependencies),
  ...actionRoutes(dependencies),
  ...revisionRoutes(dependencies),
  ...snippetRoutes(dependencies),
  ...subscriptionRoutes(dependencies),
  ...databaseRoutes(dependencies),
  ...permissionGraphRoutes(dependencies),
]
