import { CheckpointMoved } from '../../../projections/runtime/committer.ts'
import { replay } from '../../../projections/runtime/replay.ts'
import type { Build } from '../../../shared/ports/projection-store.ts'
import { hasCode } from '../../private-file.ts'
import { findBuilds, setState } from '../../read-models/builds.ts'
import { makeDurable, schemaOf, witness } from '../../read-models/ddl.ts'
import { fillingStore } from '../../read-models/projection-store.ts'
import { inTransaction } from '../../read-models/transaction.ts'
import { inExchange } from './exchange.ts'
import { projectionCalled, type Watch, type Workshop } from './workshop.ts'

const least = (positions: readonly bigint[]): bigint | undefined =>
  [...positions].sort((a, b) => (a < b ? -1 : 1))[0]

/**
 * How far a build has to come so that readers lose nothing: to the one in use; where there is none,
 * to where readers are; where there are none, to the head of the log.
 */
export const targetOf = async (
  { pool, eventStore }: Workshop,
  { projection }: Build,
): Promise<bigint> => {
  const active = await findBuilds(pool, `state = 'active'`)
  const own = active.find((build) => build.projection === projection)
  const readers = own?.position ?? least(active.map(({ position }) => position))
  return readers ?? eventStore.head()
}

const replayUpTo = (
  workshop: Workshop,
  builds: readonly Build[],
  upTo: bigint,
  watch: Watch,
  before = 0,
) => {
  const { pool, eventStore, personalData, projections, batch, gently = false } = workshop
  return replay({
    eventStore,
    personalData,
    projections,
    projectionStore: fillingStore(
      pool,
      builds.map(({ id }) => id),
    ),
    upTo,
    gently,
    ...(batch !== undefined && { batch }),
    onProgress: ({ position, events }) =>
      watch({ doing: 'filling', position, head: upTo, events: before + events }),
  })
}

/**
 * So few events behind the one in use, the rest is done while the projector stands still. Positions
 * are bytes in EventStoreDB: where they are far apart, a round this short says the same.
 */
const nearEnough = 200

/** Folds the log into builds, from wherever they are until they are near those in use. */
const fill = async (workshop: Workshop, builds: readonly Build[], watch: Watch) => {
  const goal = async () =>
    least(await Promise.all(builds.map((build) => targetOf(workshop, build)))) ?? 0n
  let events = 0
  for (;;) {
    try {
      const done = await replayUpTo(workshop, builds, await goal(), watch, events)
      events += done.events
      if (done.events <= nearEnough || (await goal()) - done.position <= nearEnough) return events
    } catch (error) {
      // A projector of the same release feeds them as well, and was quicker.
      if (!(error instanceof CheckpointMoved)) throw error
    }
  }
}

/** Brings a build to where it has to be; the caller holds the gate. Answers where it is. */
export const catchUp = async (workshop: Workshop, build: Build): Promise<bigint> => {
  const target = await targetOf(workshop, build)
  const [now = build] = await findBuilds(workshop.pool, 'id = $1', [build.id])
  const own = projectionCalled(workshop, build.projection)
  if (now.position < target)
    await replayUpTo({ ...workshop, projections: [own] }, [now], target, () => undefined)
  const [then = now] = await findBuilds(workshop.pool, 'id = $1', [build.id])
  return then.position
}

const isUnlogged = async ({ pool }: Workshop, build: Build): Promise<boolean> => {
  const { rows } = await pool.query('select to_regclass($1) is not null as found', [
    `${schemaOf(build)}.${witness}`,
  ])
  return rows[0]?.found === true
}

/** SQLSTATE of a table that is not, or no longer, there. */
const undefinedTable = '42P01'

/** A crash of the server has emptied the tables while they were filled. */
export const isEmptied = async (workshop: Workshop, build: Build): Promise<boolean> => {
  if (!(await isUnlogged(workshop, build))) return false
  try {
    const { rowCount } = await workshop.pool.query(`select from ${schemaOf(build)}.${witness}`)
    return rowCount === 0
  } catch (error) {
    // Whoever fills it has just made its tables durable.
    if (hasCode(error, undefinedTable)) return false
    throw error
  }
}

/** Fills builds, makes them last, and hands them to the projector. Answers the events read. */
export const finish = async (
  workshop: Workshop,
  builds: readonly Build[],
  watch: Watch,
): Promise<number> => {
  const { pool } = workshop
  const events = await fill(workshop, builds, watch)
  for (const build of builds) {
    const { views } = projectionCalled(workshop, build.projection)
    if (await isUnlogged(workshop, build))
      await inTransaction(pool, (client) => client.query(makeDurable(schemaOf(build), views)))
    if (build.state === 'building')
      await inExchange(pool, async (client) => {
        await catchUp(workshop, build)
        await setState(client, build.id, 'ready')
      })
  }
  return events
}
