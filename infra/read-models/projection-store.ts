import pg from 'pg'
import {
  type BuildStep,
  type ProjectionStore,
  UnwritableChanges,
} from '../../shared/ports/projection-store.ts'
import type { Fence } from '../leadership/leadership.ts'
import { isInForce } from '../leadership/lease-rows.ts'
import { failuresInUse, failuresOf, findBuilds, setState, withFailures } from './builds.ts'
import { activeSchema, fingerprintOf, type Shape, schemaOf } from './ddl.ts'
import { passGate, withGate } from './gate.ts'
import { inTransaction } from './transaction.ts'
import { writeChanges } from './write-changes.ts'

/**
 * SQLSTATE classes that say the rows are wrong: data, constraints. Not 42: a table or column that is
 * missing says that another release is at work on the read models, and no row is to blame.
 */
const deterministic = /^(22|23)/

const asUnwritable = (build: number) => (error: unknown) => {
  if (error instanceof pg.DatabaseError && deterministic.test(error.code ?? ''))
    throw new UnwritableChanges(build, error.message)
  throw error
}

/** A position is not where the caller believes it to be. */
class Moved extends Error {}

/** Prepared, like `announce`: planned anew they would take longer than the rows of most events. */
const advance = (name: string, gate: string) => ({
  name,
  text: `
with gate as materialized (${gate}),
     step as (select * from unnest($1::integer[], $2::bigint[], $3::bigint[]) as s(build, since, upto))
update projections.builds b set position = step.upto
  from gate, step where b.id = step.build and b.position = step.since`,
})

/**
 * Milliseconds for which a transaction at the gate may hear nothing from its process. One that was
 * stopped meanwhile keeps nobody else out any longer: the server gives it up.
 */
const silenceMs = 3_000

const advanceAtTheGate = advance(
  'builds.advance',
  `${passGate}, set_config('idle_in_transaction_session_timeout', '${silenceMs}', true)`,
)
const advanceAlone = advance('builds.fill', 'select')

const movePositions = async (
  client: pg.ClientBase,
  steps: readonly BuildStep[],
  statement: ReturnType<typeof advance>,
) => {
  const { rowCount } = await client.query({
    ...statement,
    values: [
      steps.map(({ build }) => build.id),
      steps.map(({ build }) => build.position.toString()),
      steps.map(({ to }) => to.toString()),
    ],
  })
  if (rowCount !== steps.length) throw new Moved()
}

const writeStep = async (client: pg.ClientBase, { build, changes, failures }: BuildStep) => {
  await writeChanges(client, schemaOf(build), changes.changes()).catch(asUnwritable(build.id))
  for (const { stream, position, error } of failures)
    await client.query(
      `insert into projections.failures (build, stream, position, error)
       values ($1, $2, $3, $4) on conflict do nothing`,
      [build.id, stream, position.toString(), error],
    )
}

const whenMoved = (error: unknown): 'moved' => {
  if (error instanceof Moved) return 'moved'
  throw error
}

const checkpointOf = async (pool: pg.Pool): Promise<bigint> => {
  const { rows } = await pool.query<{ position: string }>(
    `select position from ${activeSchema}.checkpoint`,
  )
  return BigInt(rows[0]?.position ?? 0)
}

/** Builds that are fed because they are read, may soon be, or were until lately. */
const isFed = `state in ('ready', 'active', 'previous')`

/** Where each commit says how far readers see. */
export const checkpointChannel = 'rm_checkpoint'

/** Told with each commit: how far readers see now, and which builds there are to feed. */
const announce = `
select pg_notify('${checkpointChannel}', now.checkpoint::text), now.*
  from (select coalesce(min(position) filter (where state = 'active'), 0) as checkpoint,
               array_agg(id order by id) filter (where fingerprint = any($1) and ${isFed}) as fed
          from projections.builds) now`

/** The last statement of a commit, which sees what others wrote while the first one waited. */
const announcement = (fingerprints: readonly string[], fence: Fence | undefined) =>
  fence
    ? {
        name: 'builds.announce_leading',
        text: `${announce}
 where ${isInForce('$2', '$3')}`,
        values: [fingerprints, fence.lease, fence.epoch.toString()],
      }
    : { name: 'builds.announce', text: announce, values: [fingerprints] }

type Announced = { checkpoint: string; fed: number[] | null }

/** Another process writes by now. */
class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost'
  override readonly message = 'this process leads no longer'
}

/**
 * Feeds every build that these projections fill; builds of other fingerprints are for processes of
 * another release. Other processes hear of each step on channel `rm_checkpoint`. With a fence
 * nothing is written once its epoch is past.
 */
export const postgresProjectionStore = (
  pool: pg.Pool,
  projections: readonly Shape[],
  fence?: Fence,
): ProjectionStore => {
  const fingerprints = projections.map(fingerprintOf)
  return {
    checkpoint: () => checkpointOf(pool),
    failures: () => failuresInUse(pool),
    builds: async () =>
      withFailures(
        pool,
        await findBuilds(pool, `fingerprint = any($1) and ${isFed}`, [fingerprints]),
      ),
    commit: (fed, steps) =>
      inTransaction(pool, async (client) => {
        await movePositions(client, steps, advanceAtTheGate)
        for (const step of steps) await writeStep(client, step)
        const { rows } = await client.query<Announced>(announcement(fingerprints, fence))
        const [now] = rows
        if (!now) throw new LeadershipLost()
        if (now.fed?.join() !== [...fed].sort((a, b) => a - b).join()) throw new Moved()
        return BigInt(now.checkpoint)
      }).catch(whenMoved),
    setAside: (build, { stream, position, error }) =>
      withGate(pool, { patience: '2000ms', silence: '5000ms' }, async (client) => {
        await setState(client, build.id, 'broken')
        await client.query(
          `insert into projections.failures (build, stream, position, error)
           values ($1, $2, $3, $4) on conflict do nothing`,
          [build.id, stream, position.toString(), error],
        )
      }),
  }
}

/** Feeds these builds alone, for whoever fills them; nobody is told. */
export const fillingStore = (pool: pg.Pool, builds: readonly number[]): ProjectionStore => ({
  checkpoint: () => checkpointOf(pool),
  failures: () => failuresOf(pool, builds),
  builds: async () => withFailures(pool, await findBuilds(pool, 'id = any($1)', [builds])),
  commit: (_, steps) =>
    inTransaction(pool, async (client) => {
      await movePositions(client, steps, advanceAlone)
      for (const step of steps) await writeStep(client, step)
      return 0n
    }).catch(whenMoved),
  setAside: async (_, { stream, error }) => {
    throw new Error(`the build cannot follow ${stream}: ${error}`)
  },
})
