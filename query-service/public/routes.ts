import type { QueryRoute } from '../context.ts'
import { publicActionRoutes } from './action-routes.ts'
import { publicCardRoutes } from './card-routes.ts'
import { publicDashboardRoutes } from './dashboard-routes.ts'
import type { PublicDependencies } from './dependencies.ts'

/** What is shared by links, for whoever has them: signed in or not is one and the same. */
export const publicRoutes = (dependencies: PublicDependencies): readonly QueryRoute[] => [
  ...publicCardRoutes(dependencies),
  ...publicDashboardRoutes(dependencies),
  ...publicActionRoutes(dependencies),
]
