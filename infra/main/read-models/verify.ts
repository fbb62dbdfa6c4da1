import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { TableVerdict, Verdict } from '../../../shared/ports/projection-overview.ts'
import type { Build, FedBuild } from '../../../shared/ports/projection-store.ts'
import { rollBack } from '../../postgres/roll-back.ts'
import { buildsOf, failuresOf, withFailures } from '../../read-models/builds.ts'
import { fingerprintOf } from '../../read-models/ddl.ts'
import { recordVerdict } from '../../read-models/verdicts.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { compareTables } from './compare.ts'
import { inExchange } from './exchange.ts'
import { catchUp } from './fill.ts'
import { checkSamples, drawSamples } from './samples.ts'
import { aloneOn, projectionCalled, type Watch, type Workshop } from './workshop.ts'

/**
 * The finished build of this release that nobody reads yet.
 * @throws {StartupProblem} when there is none.
 */
export const needCandidate = async (workshop: Workshop, name: string): Promise<Build> => {
  const fingerprint = fingerprintOf(projectionCalled(workshop, name))
  const candidate = (await buildsOf(workshop.pool, name)).findLast(
    (build) => build.state === 'ready' && build.fingerprint === fingerprint,
  )
  if (candidate) return candidate
  throw new StartupProblem(
    `There is no finished build of ${name}: run projections rebuild ${name}.`,
  )
}

type AtOnePosition = {
  readonly client: pg.ClientBase
  readonly build: FedBuild
  readonly active: Build | undefined
}

const tries = 50
const pauseMs = 100

/**
 * Runs work on a snapshot in which a build and the one in use are at the same position. The
 * projector stands still only until the snapshot is taken; what it writes after is not in it.
 */
const atOnePosition = async <T>(
  workshop: Workshop,
  candidate: Build,
  work: (at: AtOnePosition) => Promise<T>,
): Promise<T> => {
  const { pool } = workshop
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      await inExchange(pool, async () => {
        await catchUp(workshop, candidate)
        await client.query('begin isolation level repeatable read, read only')
        await client.query('select from projections.builds')
        // Sums over whole tables: people are served by the other processors.
        await client.query('set local max_parallel_workers_per_gather = 0')
      })
      const builds = await withFailures(client, await buildsOf(client, candidate.projection))
      const build = builds.find(({ id }) => id === candidate.id)
      const active = builds.find(({ state }) => state === 'active')
      if (build && (!active || active.position === build.position))
        return await work({ client, build, active })
      // Fed by another release than the one in use: they are equal once nothing is on its way.
      await client.query('rollback')
      await sleep(pauseMs)
    }
    throw new StartupProblem(
      `Build ${candidate.id} and the one in use did not come to the same position.`,
    )
  } finally {
    broken = await rollBack(client)
    client.release(broken)
  }
}

/** How the build in use bears on what a build has to be. */
type Standard = {
  readonly sameFingerprint: boolean
  /** Of the same version, the columns both have must agree; a new version may say something else. */
  readonly sameVersion: boolean
  /** Streams the one in use left behind were read again: differences are what that was for. */
  readonly liveLeftBehind: boolean
}

const passes = (tables: readonly TableVerdict[], standard: Standard): boolean => {
  const { sameFingerprint, sameVersion, liveLeftBehind } = standard
  const mustEqual = sameFingerprint || (sameVersion && !liveLeftBehind)
  return tables.every(
    ({ live, sample }) =>
      (!mustEqual || live?.equal !== false) && (sample === null || sample.wrong.length === 0),
  )
}

/**
 * Compares a build with the one in use, at the same position. Of equal fingerprints every table has
 * to have the same rows. Another shape is compared in the columns both have and, since those do not
 * tell of the new ones, with rows folded from the log by other means. The verdict is kept.
 */
export const verifyBuild = async (
  workshop: Workshop,
  candidate: Build,
  watch: Watch,
): Promise<Verdict> => {
  const { pool } = workshop
  const { views } = projectionCalled(workshop, candidate.projection)
  const seen = await atOnePosition(workshop, candidate, async ({ client, build, active }) => {
    const compared = await compareTables(client, build, active)
    const sameFingerprint = active?.fingerprint === build.fingerprint
    const rowsOf = (table: string) => compared.find((it) => it.table === table)?.rows ?? 0
    const samples = sameFingerprint ? [] : await drawSamples(client, build, views, rowsOf)
    return { build, active, compared, samples, sameFingerprint }
  })
  const { build, active, compared, samples, sameFingerprint } = seen
  const checked = sameFingerprint ? undefined : await checkSamples(workshop, build, samples, watch)
  const tables = compared.map((it) => ({ ...it, sample: checked?.get(it.table) ?? null }))
  const agrees = passes(tables, {
    sameFingerprint,
    sameVersion: active?.version === build.version,
    liveLeftBehind: active ? (await failuresOf(pool, [active.id])).length > 0 : false,
  })
  const { position } = build
  const verdict = { position, against: active?.id ?? null, agrees, tables }
  await recordVerdict(pool, build.id, verdict)
  return { ...verdict, at: new Date().toISOString() }
}

/** @throws {StartupProblem} while somebody else is at work on it, or there is nothing to verify. */
export const verify = (
  workshop: Workshop,
  name: string,
  watch: Watch = () => undefined,
): Promise<Verdict & { readonly build: number }> =>
  aloneOn(workshop, name, async () => {
    const candidate = await needCandidate(workshop, name)
    return { ...(await verifyBuild(workshop, candidate, watch)), build: candidate.id }
  })
