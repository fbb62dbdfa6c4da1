import { codeOf } from '../../postgres/trouble.ts'
import { findBuilds } from '../../read-models/builds.ts'
import { fingerprintOf } from '../../read-models/ddl.ts'
import { NotYet } from '../patience.ts'
import type { Workshop } from './workshop.ts'

/** Nobody has built any read models yet. */
const noSuchTable = '42P01'

type Builds = Pick<Workshop, 'pool' | 'projections'>

/** Projections that this release folds otherwise than the builds in use, and builds it cannot name. */
export const whatDiffers = async ({ pool, projections }: Builds) => {
  const active = await findBuilds(pool, `state = 'active'`)
  const inUse = new Set(active.map(({ fingerprint }) => fingerprint))
  const names = new Set(projections.map(({ name }) => name))
  return {
    missing: projections.filter((projection) => !inUse.has(fingerprintOf(projection))),
    unknown: active.filter(({ projection }) => !names.has(projection)),
  }
}

/**
 * For whoever reads what another process builds.
 * @throws {NotYet} until read models of this release are in use.
 */
export const awaitReadModels = async (builds: Builds): Promise<void> => {
  const { missing } = await whatDiffers(builds).catch((error: unknown) => {
    if (codeOf(error) === noSuchTable) return { missing: builds.projections }
    throw error
  })
  if (missing.length > 0)
    throw new NotYet('not built yet', 'No projector of this release has built the read models yet.')
}
