import type pg from 'pg'
import type { Build } from '../../../shared/ports/projection-store.ts'
import { buildsOf, findBuilds } from '../../read-models/builds.ts'
import { verdictsOf } from '../../read-models/verdicts.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { dropBuilds } from './drop-old.ts'
import { inExchange, NotNow, putInUse } from './exchange.ts'
import { catchUp, targetOf } from './fill.ts'
import { needCandidate } from './verify.ts'
import { aloneOn, projectionCalled, type Workshop } from './workshop.ts'

/** The last of those that were replaced stays for a rollback; those before it go. */
const dropOlder = async (workshop: Workshop, name: string) => {
  const replaced = await findBuilds(
    workshop.pool,
    `projection = $1 and state = 'previous' and replaced_at <
       (select max(replaced_at) from projections.builds
         where projection = $1 and state = 'previous')`,
    [name],
  )
  // They can go at any later time as well.
  await dropBuilds(workshop.pool, replaced).catch(() => undefined)
}

/** Puts builds in use, all in one transaction; those before stay as `previous`. */
export const promoteBuilds = async (
  workshop: Workshop,
  candidates: readonly Build[],
  also: (client: pg.ClientBase) => Promise<void> = async () => undefined,
): Promise<void> => {
  await inExchange(workshop.pool, async (client) => {
    for (const build of candidates)
      if ((await catchUp(workshop, build)) < (await targetOf(workshop, build)))
        throw new NotNow(`Build ${build.id} of ${build.projection} could not catch up.`)
    for (const build of candidates) {
      const { views } = projectionCalled(workshop, build.projection)
      await putInUse(
        client,
        build,
        views.map((view) => view.name),
      )
    }
    await also(client)
  })
  for (const { projection } of candidates) await dropOlder(workshop, projection)
}

const refuseUnverified = async ({ pool }: Workshop, candidate: Build) => {
  const { id, projection: name } = candidate
  const verdict = (await verdictsOf(pool)).get(id)
  const active = (await buildsOf(pool, name)).find(({ state }) => state === 'active')
  if (!verdict || verdict.against !== (active?.id ?? null))
    throw new StartupProblem(
      `Build ${id} of ${name} has not been verified against the one in use: ` +
        `run projections verify ${name}, or promote it with --force.`,
    )
  if (!verdict.agrees)
    throw new StartupProblem(
      `Build ${id} of ${name} is not what it should be. Promote it with --force if the ` +
        'differences are wanted.',
    )
}

/**
 * Puts the finished build of a projection in use. Answers it, and the one it replaced.
 * @throws {StartupProblem} unless it was verified, or by `force`.
 */
export const promote = (
  workshop: Workshop,
  name: string,
  { force = false } = {},
): Promise<{ readonly build: number; readonly replaced: number | undefined }> =>
  aloneOn(workshop, name, async () => {
    const candidate = await needCandidate(workshop, name)
    if (!force) await refuseUnverified(workshop, candidate)
    const active = (await buildsOf(workshop.pool, name)).find(({ state }) => state === 'active')
    await promoteBuilds(workshop, [candidate])
    return { build: candidate.id, replaced: active?.id }
  })
