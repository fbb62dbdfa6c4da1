import type pg from 'pg'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { BuildOverview, ProjectionOverviews } from '../../shared/ports/projection-overview.ts'
import type { FedBuild } from '../../shared/ports/projection-store.ts'
import { findBuilds, withFailures } from './builds.ts'
import { fingerprintOf, type Shape } from './ddl.ts'
import { verdictsOf } from './verdicts.ts'

const createdAtOf = async (pool: pg.Pool): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await pool.query<{ id: number; at: string }>(
    `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from projections.builds`,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Tells of every projection this process knows or the registry holds, with its builds. */
export const projectionOverviews =
  (
    pool: pg.Pool,
    eventStore: Pick<EventStore, 'head'>,
    projections: readonly Shape[],
  ): ProjectionOverviews =>
  async () => {
    const head = await eventStore.head()
    const builds = await withFailures(pool, await findBuilds(pool))
    const [verdicts, createdAt] = [await verdictsOf(pool), await createdAtOf(pool)]
    const fingerprints = new Set(projections.map(fingerprintOf))
    const overviewOf = (build: FedBuild): BuildOverview => ({
      id: build.id,
      state: build.state,
      version: build.version,
      current: fingerprints.has(build.fingerprint),
      position: build.position,
      behind: head > build.position ? head - build.position : 0n,
      createdAt: createdAt.get(build.id) ?? '',
      failures: build.failures.map(({ stream, position, error }) => ({ stream, position, error })),
      verdict: verdicts.get(build.id) ?? null,
    })
    const names = [...projections.map(({ name }) => name), ...builds.map((it) => it.projection)]
    return [...new Set(names)].map((name) => ({
      name,
      version: projections.find((projection) => projection.name === name)?.version ?? null,
      builds: builds.filter(({ projection }) => projection === name).map(overviewOf),
    }))
  }
