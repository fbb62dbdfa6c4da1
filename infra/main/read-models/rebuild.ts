import type { AnyProjection } from '../../../projections/runtime/projection.ts'
import type { Build, BuildState } from '../../../shared/ports/projection-store.ts'
import { buildsOf, createBuild, dropBuild } from '../../read-models/builds.ts'
import { fingerprintOf } from '../../read-models/ddl.ts'
import { inTransaction } from '../../read-models/transaction.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { inExchange } from './exchange.ts'
import { finish, isEmptied } from './fill.ts'
import { aloneOn, projectionCalled, type Watch, type Workshop } from './workshop.ts'

/**
 * The build of this release to go on with: one that was begun and is intact, else a new one. What
 * another release, a crash of the server or somebody who wants it anew left half-done is dropped.
 */
export const takeUp = async (
  workshop: Workshop,
  projection: AnyProjection,
  { among, fresh = false }: { among: readonly BuildState[]; fresh?: boolean },
): Promise<Build> => {
  const { pool } = workshop
  const fingerprint = fingerprintOf(projection)
  const usable: Build[] = []
  for (const build of await buildsOf(pool, projection.name)) {
    const own = build.fingerprint === fingerprint
    const given = build.state === 'building' && (!own || (await isEmptied(workshop, build)))
    const unwanted = fresh && own && ['building', 'ready', 'broken'].includes(build.state)
    if (given || unwanted) await inExchange(pool, (client) => dropBuild(client, build))
    else if (own && among.includes(build.state)) usable.push(build)
  }
  const found = usable.at(-1)
  return found ?? inTransaction(pool, (client) => createBuild(client, projection))
}

export type Rebuilt = {
  readonly build: Build
  /** Read by this run. */
  readonly events: number
}

/**
 * Builds a projection anew from event zero beside the one in use, or goes on where an interrupted
 * run stopped. Readers see nothing of it until it is promoted.
 * @throws {StartupProblem} while somebody else works on the same projection, and when there is a
 * finished build already, unless a `fresh` one is asked for.
 */
export const rebuild = (
  workshop: Workshop,
  name: string,
  { fresh = false, watch = () => undefined }: { fresh?: boolean; watch?: Watch } = {},
): Promise<Rebuilt> => {
  const projection = projectionCalled(workshop, name)
  return aloneOn(workshop, name, async () => {
    const build = await takeUp(workshop, projection, { among: ['building', 'ready'], fresh })
    if (build.state === 'ready')
      throw new StartupProblem(
        `Build ${build.id} of ${name} is complete: verify and promote it, or rebuild with --fresh.`,
      )
    return { build, events: await finish(workshop, [build], watch) }
  })
}
