import type pg from 'pg'
import { coreProjections } from '../../projections/index.ts'
import { type ReplayProgress, replay } from '../../projections/runtime/replay.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import { activeSchema, makeDurable, readModelFingerprint } from '../read-models/ddl.ts'
import { postgresProjectionStore } from '../read-models/projection-store.ts'
import {
  type Comparison,
  createSchema,
  dropPrevious,
  fingerprintOf,
  nextSchema,
  swapIn,
  withRebuildLock,
} from '../read-models/swap.ts'

export type RebuildDependencies = {
  readonly pool: pg.Pool
  readonly eventStore: EventStore
  readonly personalData: PersonalData
  /** `position` of `head` are done. */
  readonly onProgress?: (progress: ReplayProgress & { readonly head: bigint }) => void
}

const replayInto = async (dependencies: RebuildDependencies, schema: string, upTo: bigint) => {
  const { eventStore, personalData, onProgress } = dependencies
  return replay({
    eventStore,
    personalData,
    projectionStore: postgresProjectionStore(dependencies.pool, schema),
    projections: coreProjections,
    upTo,
    onProgress: (progress) => onProgress?.({ ...progress, head: upTo }),
  })
}

export type Rebuilt = Comparison & { readonly events: number; readonly position: bigint }

/**
 * Builds the read models anew from event zero beside the ones in use, then exchanges them. Answers
 * undefined when another rebuild is under way.
 */
export const rebuildReadModels = (
  dependencies: RebuildDependencies,
): Promise<Rebuilt | undefined> =>
  withRebuildLock(dependencies.pool, async () => {
    const { pool } = dependencies
    await dropPrevious(pool)
    const fingerprint = readModelFingerprint(coreProjections)
    // A crash on the way costs a new beginning, which it would cost in any case.
    await createSchema(pool, nextSchema, fingerprint, { durable: false })
    const active = await postgresProjectionStore(pool).checkpoint()
    let replayed = await replayInto(dependencies, nextSchema, active)
    await pool.query(makeDurable(nextSchema))
    const comparison = await swapIn(pool, async (upTo) => {
      const late = await replayInto(dependencies, nextSchema, upTo)
      replayed = { position: late.position, events: replayed.events + late.events }
    })
    return { ...comparison, ...replayed }
  })

/**
 * At start: creates the read models, or rebuilds them when this release shapes them differently. Of
 * several processes that come up one does it and the others wait.
 */
export const ensureReadModels = async (dependencies: RebuildDependencies): Promise<void> => {
  const { pool, eventStore } = dependencies
  const fingerprint = readModelFingerprint(coreProjections)
  const areThere = async () => (await fingerprintOf(pool, activeSchema)) === fingerprint
  const make = async () => {
    if (await areThere()) return
    await createSchema(pool, activeSchema, fingerprint)
    await replayInto(dependencies, activeSchema, await eventStore.head())
  }
  if (!(await areThere())) await withRebuildLock(pool, make, { wait: true })
}
