import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { eventStoreSchema } from '../../infra/event-store/postgres/schema.sql.ts'
import { postgresProjectionStore } from '../../infra/read-models/projection-store.ts'
import { coreProjections } from '../../projections/index.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'
import {
  createProjector,
  type Projector,
  type ProjectorOptions,
} from '../../projections/runtime/projector.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { plainPersonalData } from './command.ts'
import { eventually, someEvent } from './events.ts'
import { emptyReadModels } from './read-models.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'

/** A log and its read models on a real server, and projectors between them. */
export type ProjectionLab = {
  readonly database: TestDatabase
  readonly eventStore: EventStore
  /** Appends to a stream, whatever its revision. */
  append(stream: string, ...messages: Message[]): Promise<void>
  /** A projector as a process of its own would run it; started, and stopped with the lab. */
  startProjector(options?: Partial<ProjectorOptions>): Projector
  /** Resolves once the read models have reached the log. */
  caughtUp(timeout?: number): Promise<void>
  /** The table readers look at under this name, to be tampered with. */
  tableOf(name: string): Promise<string>
  /** One column of a read model, in the order of its first column. */
  column<T>(sql: string): Promise<T[]>
  close(): Promise<void>
}

export const projectionLab = async (
  projections: readonly AnyProjection[] = coreProjections,
): Promise<ProjectionLab> => {
  const database = await testDatabase()
  const { pool } = database
  await pool.query(eventStoreSchema('es'))
  await emptyReadModels(pool, projections)
  const listen = { connectionString: database.url }
  const eventStore = postgresEventStore({ pool, listen })
  const stores: EventStore[] = [eventStore]
  const projectors: Projector[] = []
  const revisions = new Map<string, number>()

  return {
    database,
    eventStore,
    append: async (stream, ...messages) => {
      const events = messages.map(({ type, data }) => someEvent(data, type))
      const at = revisions.get(stream)
      const { revision } = await eventStore.append(stream, at ?? 'no_stream', events)
      revisions.set(stream, revision)
    },
    startProjector: (options = {}) => {
      const own = database.openPool()
      const log = postgresEventStore({ pool: own, listen })
      stores.push(log)
      const projector = createProjector({
        eventStore: log,
        projectionStore: postgresProjectionStore(own, options.projections ?? projections),
        projections,
        personalData: plainPersonalData(),
        ...options,
      })
      projectors.push(projector)
      projector.start()
      return projector
    },
    caughtUp: async (timeout = 10_000) => {
      const head = await eventStore.head()
      let at = -1n
      const look = async () => {
        at = await postgresProjectionStore(pool, projections).checkpoint()
      }
      await eventually(() => {
        look().catch(() => undefined)
        return at >= head
      }, timeout)
    },
    tableOf: async (name) => {
      const { rows } = await pool.query(
        `select format('%I.%I', table_schema, table_name) as found
           from information_schema.view_table_usage
          where view_schema = 'rm' and view_name = $1`,
        [name],
      )
      return rows[0].found
    },
    column: async (sql) => {
      const { rows } = await pool.query({ text: sql, rowMode: 'array' })
      return rows.map(([value]) => value)
    },
    close: async () => {
      await Promise.all(projectors.map((projector) => projector.stop()))
      await Promise.all(stores.map((store) => store.close()))
      await database.drop()
    },
  }
}

export const groupCreated = (groupId: number, name = `Group ${groupId}`): Message => ({
  type: 'GroupCreated',
  data: { groupId, name },
})

export const databaseConnected = (databaseId: number, isSample = false): Message => ({
  type: 'DatabaseConnected',
  data: {
    databaseId,
    name: `Database ${databaseId}`,
    engine: 'postgres',
    details: {},
    secretRef: null,
    isSample,
    isFullSync: true,
    schedules: {},
    creatorId: null,
  },
})
