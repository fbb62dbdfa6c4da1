import type pg from 'pg'
import type { Build } from '../../../shared/ports/projection-store.ts'
import { buildsOf, dropBuild, findBuilds } from '../../read-models/builds.ts'
import { fingerprintOf } from '../../read-models/ddl.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { inExchange } from './exchange.ts'
import { aloneOn, type Workshop } from './workshop.ts'

export const dropBuilds = async (pool: pg.Pool, builds: readonly Build[]): Promise<void> => {
  for (const build of builds) await inExchange(pool, (client) => dropBuild(client, build))
}

/** Those nobody reads: replaced ones, those that could not follow, and what another release left. */
const oldAmong = ({ projections }: Workshop, builds: readonly Build[]): readonly Build[] => {
  const fingerprints = new Set(projections.map(fingerprintOf))
  return builds.filter(
    ({ state, fingerprint }) =>
      state === 'previous' ||
      state === 'broken' ||
      (state !== 'active' && !fingerprints.has(fingerprint)),
  )
}

/** Names of the projections that have builds nobody reads. */
export const projectionsWithOld = async (workshop: Workshop): Promise<readonly string[]> => {
  const old = oldAmong(workshop, await findBuilds(workshop.pool))
  return [...new Set(old.map(({ projection }) => projection))]
}

/**
 * Drops the builds of a projection that nobody reads. Answers their numbers.
 * @throws {StartupProblem} when there is nothing to drop.
 */
export const dropOld = (workshop: Workshop, name: string): Promise<readonly number[]> =>
  aloneOn(workshop, name, async () => {
    const { pool } = workshop
    const old = oldAmong(workshop, await buildsOf(pool, name))
    if (old.length === 0) throw new StartupProblem(`There is no old build of ${name} to drop.`)
    await dropBuilds(pool, old)
    return old.map(({ id }) => id)
  })
