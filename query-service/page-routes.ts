import type { PageRoute } from './pages/context.ts'
import { type PermissionsPageDependencies, permissionsPageRoute } from './permissions/page/route.ts'

/** Every page of the query service. */
export const pageRoutes = (dependencies: PermissionsPageDependencies): readonly PageRoute[] => [
  permissionsPageRoute(dependencies),
]
