import type pg from 'pg'
import type { Build } from '../../../shared/ports/projection-store.ts'
import { buildsOf, dropBuild } from '../../read-models/builds.ts'
import { fingerprintOf } from '../../read-models/ddl.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { inExchange } from './exchange.ts'
import { aloneOn, type Workshop } from './workshop.ts'

export const dropBuilds = async (pool: pg.Pool, builds: readonly Build[]): Promise<void> => {
  for (const build of builds) await inExchange(pool, (client) => dropBuild(client, build))
}

/**
 * Drops the builds of a projection that nobody reads: replaced ones, those that could not follow,
 * and what another release left unfinished. Answers their numbers.
 * @throws {StartupProblem} when there is nothing to drop.
 */
export const dropOld = (workshop: Workshop, name: string): Promise<readonly number[]> =>
  aloneOn(workshop, name, async () => {
    const { pool, projections } = workshop
    const fingerprints = new Set(projections.map(fingerprintOf))
    const old = (await buildsOf(pool, name)).filter(
      ({ state, fingerprint }) =>
        state === 'previous' ||
        state === 'broken' ||
        (state !== 'active' && !fingerprints.has(fingerprint)),
    )
    if (old.length === 0) throw new StartupProblem(`There is no old build of ${name} to drop.`)
    await dropBuilds(pool, old)
    return old.map(({ id }) => id)
  })
