import { setState } from '../../read-models/builds.ts'
import { withProjectionLocks } from '../../read-models/projection-locks.ts'
import { installRegistry } from '../../read-models/registry.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { finish } from './fill.ts'
import { promoteBuilds } from './promote.ts'
import { takeUp } from './rebuild.ts'
import { showAnew } from './show-anew.ts'
import { verifyBuild } from './verify.ts'
import { whatDiffers } from './what-differs.ts'
import type { Watch, Workshop } from './workshop.ts'

const upgrade = async (workshop: Workshop, watch: Watch) => {
  const { missing, unknown } = await whatDiffers(workshop)
  if (missing.length === 0 && unknown.length === 0) return
  const among = ['building', 'ready', 'previous'] as const
  const builds = []
  for (const projection of missing) builds.push(await takeUp(workshop, projection, { among }))
  if (builds.length > 0) await finish(workshop, builds, watch)
  for (const build of builds) {
    const { agrees } = await verifyBuild(workshop, build, watch)
    if (!agrees)
      throw new StartupProblem(
        `The read models of ${build.projection} that this release has built do not hold what they ` +
          `should. See projections list; projections promote ${build.projection} --force puts them ` +
          'in use all the same.',
      )
  }
  await promoteBuilds(workshop, builds, async (client) => {
    for (const { id } of unknown) await setState(client, id, 'previous')
  })
}

/**
 * At start: creates the read models; where this release shapes them differently, builds its own
 * beside those in use, verifies them and puts them in use together, while older processes go on
 * serving. Of several processes that come up at once one does it and the others wait.
 * @throws {StartupProblem} when what was built does not pass verification.
 */
export const ensureReadModels = async (
  workshop: Workshop & { readonly watch?: Watch },
): Promise<void> => {
  const { pool, projections, watch = () => undefined } = workshop
  await installRegistry(pool)
  await showAnew(pool)
  const { missing, unknown } = await whatDiffers(workshop)
  if (missing.length === 0 && unknown.length === 0) return
  const names = projections.map(({ name }) => name)
  await withProjectionLocks(pool, names, () => upgrade(workshop, watch), { wait: true })
}
