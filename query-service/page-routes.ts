import type { PageAsset } from '../shared/contract/page.ts'
import { pageAssets } from './pages/assets.ts'
import type { PageRoute } from './pages/context.ts'
import { passwordPageRoutes } from './pages/password.ts'
import { type PermissionsPageDependencies, permissionsPageRoute } from './permissions/page/route.ts'
import { sharedAssets } from './shared-pages/assets.ts'
import type { PartDependencies } from './shared-pages/part.ts'
import { sharedPageRoutes } from './shared-pages/routes.ts'

export type PageRouteDependencies = PermissionsPageDependencies & PartDependencies

/** Every page of the query service. */
export const pageRoutes = (dependencies: PageRouteDependencies): readonly PageRoute[] => [
  permissionsPageRoute(dependencies),
  ...passwordPageRoutes,
  ...sharedPageRoutes(dependencies),
]

/** Everything they load. */
export const assetsOfPages: readonly PageAsset[] = [...pageAssets, ...sharedAssets]
