import type { QueryRoute } from './context.ts'
import type { EmbedDependencies } from './embed/dependencies.ts'
import { embedRoutes } from './embed/routes.ts'
import type { PublicDependencies } from './public/dependencies.ts'
import { publicRoutes } from './public/routes.ts'

export type SharedDependencies = PublicDependencies & EmbedDependencies

/** What those are answered who did not sign in: all that is shared by link or embedded. */
export const sharedRoutes = (dependencies: SharedDependencies): readonly QueryRoute[] => [
  ...publicRoutes(dependencies),
  ...embedRoutes(dependencies),
]
