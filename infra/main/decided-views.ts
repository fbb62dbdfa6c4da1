import type pg from 'pg'
import { applyBatch, peopleIn } from '../../projections/runtime/apply.ts'
import { feedsOf, leastPosition } from '../../projections/runtime/feed.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'
import type { Views } from '../../query-service/context.ts'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import { oneByOne } from '../../shared/kernel/one-by-one.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import type { ProjectionStore } from '../../shared/ports/projection-store.ts'
import type { FixedSettings } from '../../shared/settings/catalogue.ts'
import { rollBack } from '../postgres/roll-back.ts'
import { activeSchema } from '../read-models/ddl.ts'
import { holdGate } from '../read-models/gate.ts'
import { viewsWithin } from '../read-models/views.ts'
import { writeChanges } from '../read-models/write-changes.ts'

type Dependencies = {
  readonly pool: pg.Pool
  readonly eventStore: EventStore
  readonly projectionStore: ProjectionStore
  readonly projections: readonly AnyProjection[]
  readonly personalData: PersonalData
  readonly fixedSettings: FixedSettings
}

/** Readers further behind than this cannot be made up for within a request. */
const mostEvents = 5_000

/** While events are read and applied the transaction hears nothing; that is a moment's work. */
const atTheGate = { patience: '2000ms', silence: '10000ms' } as const

const tooFarBehind = () =>
  new Refusal(
    'projection-lag',
    'The change is recorded, but readers are too far behind to show it.',
    {
      retryAfter: 1,
    },
  )

/**
 * Reads the read models as they will be: the events readers have not seen yet are applied by the
 * projections themselves, in a transaction that is never committed. So an answer given before the
 * projector got there looks exactly like the one given after.
 * @throws {Refusal} `projection-lag` when the projections themselves do not get there, or when
 * another release's read models are in use.
 */
export const decidedViews = (dependencies: Dependencies) => {
  const { pool, eventStore, projectionStore, projections, personalData, fixedSettings } =
    dependencies

  const eventsBetween = async (after: bigint, upTo: bigint) => {
    const events: RecordedEvent[] = []
    for await (const event of eventStore.readAll({ after, upTo }))
      if (events.push(event) > mostEvents) throw tooFarBehind()
    return events
  }

  const applyUpTo = async (client: pg.PoolClient, upTo: bigint) => {
    // Rows and positions belong together: while we look, neither projector nor exchange moves them.
    await holdGate(client, atTheGate)
    const builds = await projectionStore.builds()
    const inUse = builds.filter(({ state }) => state === 'active')
    const feeds = feedsOf(inUse, projections)
    if (feeds.length < projections.length) throw tooFarBehind()
    const events = await eventsBetween(leastPosition(feeds) ?? 0n, upTo)
    const reveal = await personalData.unlock(peopleIn(events))
    const { outcomes, stopped } = applyBatch(feeds, events, reveal)
    if (stopped) throw tooFarBehind()
    // By the views of readers: to the tables behind them a command's process has no right.
    for (const [, { changes }] of outcomes)
      await writeChanges(client, activeSchema, changes.changes())
  }

  const readDecided = async <T>(upTo: bigint, read: (views: Views) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      await applyUpTo(client, upTo)
      return await read(viewsWithin(client, fixedSettings))
    } finally {
      broken = await rollBack(client)
      client.release(broken)
    }
  }
  // They would wait for each other all the same, and each with a connection in its hands.
  const inTurn = oneByOne()
  return <T>(upTo: bigint, read: (views: Views) => Promise<T>): Promise<T> =>
    inTurn(() => readDecided(upTo, read))
}
