import * as contract from '../../shared/contract/admin.ts'
import type { BuildOverview, ProjectionOverviews } from '../../shared/ports/projection-overview.ts'
import { on, type QueryRoute } from '../context.ts'

export type AdminDependencies = { readonly projectionOverviews: ProjectionOverviews }

const presentBuild = ({ createdAt, verdict, ...build }: BuildOverview) => ({
  ...build,
  position: String(build.position),
  behind: Number(build.behind),
  created_at: createdAt,
  failures: build.failures.map((failure) => ({ ...failure, position: String(failure.position) })),
  verified: verdict && {
    ...verdict,
    position: String(verdict.position),
    tables: verdict.tables.map((table) => ({
      ...table,
      live: table.live && { ...table.live, columns: [...table.live.columns] },
      sample: table.sample && { ...table.sample, wrong: [...table.sample.wrong] },
    })),
  },
})

export const adminRoutes = ({ projectionOverviews }: AdminDependencies): readonly QueryRoute[] => [
  on(contract.listProjections, async () =>
    (await projectionOverviews()).map((projection) => ({
      ...projection,
      builds: projection.builds.map(presentBuild),
    })),
  ),
]
