import type pg from 'pg'
import type { AnyProjection } from '../../../projections/runtime/projection.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import type { PersonalData } from '../../../shared/ports/personal-data.ts'
import { withProjectionLocks } from '../../read-models/projection-locks.ts'
import { StartupProblem } from '../../startup-problem.ts'

/** What building read models takes. */
export type Workshop = {
  readonly pool: pg.Pool
  readonly eventStore: EventStore
  readonly personalData: Pick<PersonalData, 'unlock'>
  readonly projections: readonly AnyProjection[]
  /** Events a transaction while a build is filled; plenty when absent. */
  readonly batch?: number
  /** Whoever is served meanwhile goes first: slower. */
  readonly gently?: boolean
}

export type BuildProgress = {
  readonly doing: 'filling' | 'folding'
  /** `position` of `head` is done. */
  readonly position: bigint
  readonly head: bigint
  /** Read so far; where a build goes on after an interruption, since then. */
  readonly events: number
}

/** Told of each batch; it may throw to end the work. */
export type Watch = (progress: BuildProgress) => void

/** @throws {StartupProblem} when there is none of this name. */
export const projectionCalled = ({ projections }: Workshop, name: string): AnyProjection => {
  const found = projections.find((projection) => projection.name === name)
  if (found) return found
  const names = projections.map((projection) => projection.name).join(', ')
  throw new StartupProblem(`There is no projection called ${name}. There are: ${names}.`)
}

/** Runs work on the builds of a projection; two at once are refused. */
export const aloneOn = async <T>(
  { pool }: Pick<Workshop, 'pool'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const outcome = await withProjectionLocks(pool, [name], work)
  if ('done' in outcome) return outcome.done
  throw new StartupProblem(
    `Somebody else is at work on the builds of ${name}. Wait for them to end.`,
  )
}
