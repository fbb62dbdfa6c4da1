import type { QueryRoute } from '../context.ts'
import { embeddedCardRoutes } from './card-routes.ts'
import { embeddedDashboardRoutes } from './dashboard-routes.ts'
import type { EmbedDependencies } from './dependencies.ts'

/** What other sites show by signed tokens: whoever asks has not signed in. */
export const embedRoutes = (dependencies: EmbedDependencies): readonly QueryRoute[] => [
  ...embeddedCardRoutes(dependencies),
  ...embeddedDashboardRoutes(dependencies),
]
