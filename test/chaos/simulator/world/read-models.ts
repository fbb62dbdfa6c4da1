import type { MemoryTables } from '../../../../projections/runtime/memory-tables.ts'
import type { AnyProjection } from '../../../../projections/runtime/projection.ts'
import type {
  Build,
  FedBuild,
  ProjectionFailure,
  ProjectionStore,
} from '../../../../shared/ports/projection-store.ts'
import { applyChanges } from '../../../support/memory-tables.ts'
import type { Lease } from './lease.ts'

/** The read models all processes share, and who may write them. */
export type ReadModels = {
  readonly tables: MemoryTables
  checkpoint(): bigint
  failures(): readonly ProjectionFailure[]
  builds(): readonly FedBuild[]
  /**
   * What the Postgres adapter does in one transaction: nothing unless positions and builds are as
   * the caller believes, and its term, where it has one, is the newest.
   */
  commit(
    epoch: number | undefined,
    ...changes: Parameters<ProjectionStore['commit']>
  ): bigint | 'moved'
}

export const createReadModels = (
  projections: readonly AnyProjection[],
  lease: Pick<Lease, 'epoch'>,
): ReadModels => {
  const tables: MemoryTables = new Map()
  const failures: ProjectionFailure[] = []
  let builds: readonly Build[] = projections.map(({ name, version }, index) => ({
    id: index + 1,
    projection: name,
    version,
    fingerprint: name,
    state: 'active',
    position: 0n,
  }))
  const checkpoint = () =>
    builds.reduce(
      (least, { position }) => (position < least ? position : least),
      builds[0]?.position ?? 0n,
    )

  return {
    tables,
    checkpoint,
    failures: () => failures,
    builds: () =>
      builds.map((build) => ({
        ...build,
        failures: failures.filter(({ projection }) => projection === build.projection),
      })),
    commit: (term, fed, steps) => {
      if (term !== undefined && term !== lease.epoch())
        throw new Error('this process leads no longer')
      const now = new Map(builds.map((build) => [build.id, build]))
      const areThere = steps.every(({ build }) => now.get(build.id)?.position === build.position)
      if (!areThere || fed.length !== builds.length) return 'moved'
      for (const { build, to, changes, failures: more } of steps) {
        applyChanges(tables, changes.changes())
        failures.push(...more)
        now.set(build.id, { ...build, position: to })
      }
      builds = [...now.values()]
      return checkpoint()
    },
  }
}
