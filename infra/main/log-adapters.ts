import type pg from 'pg'
import type { Logger } from 'pino'
import { coreProjections } from '../../projections/index.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'
import { openBus } from '../bus/index.ts'
import type { Config } from '../config.ts'
import { openEventStore } from '../event-store/open.ts'
import type { Term } from '../leadership/leadership.ts'
import { observedEventStore } from '../observation/event-store.ts'
import { logTroubles } from '../observation/index.ts'
import { observedProgress } from '../observation/progress.ts'
import { projectionOverviews } from '../read-models/overview.ts'
import { positionWaiter } from '../read-models/position-waiter.ts'
import { postgresProjectionStore } from '../read-models/projection-store.ts'
import { readModelViews } from '../read-models/views.ts'
import { personalData } from '../security/personal-data.ts'
import { processName } from './process-name.ts'
import type { Storage } from './storage.ts'

/** What every process has: the log, and the read models that are made from it. */
export const createLogAdapters = async (
  { pool, connection, keys }: Storage,
  config: Pick<Config, 'database' | 'eventStoreUrl' | 'natsUrl' | 'role' | 'settings'>,
  log: Logger,
  projections: readonly AnyProjection[] = coreProjections,
) => {
  const bus = await openBus(
    {
      natsUrl: config.natsUrl,
      shared: config.database && connection,
      installation: `${keys.keyId} ${connection.database}`,
      name: processName(config.role),
    },
    log,
  )
  const eventStore = observedEventStore(
    await openEventStore({
      url: config.eventStoreUrl,
      pool,
      listen: connection satisfies pg.ClientConfig,
      hints: bus,
      onProblem: (error) => {
        logTroubles.happened()
        log.warn({ err: error }, 'event store')
      },
    }),
  )
  return {
    eventStore,
    bus,
    projections,
    projectionStore: postgresProjectionStore(pool, projections),
    /** Writes nothing once its term is over. */
    projectionStoreOf: ({ fence }: Pick<Term, 'fence'>) =>
      postgresProjectionStore(pool, projections, fence),
    projectionOverviews: projectionOverviews(pool, eventStore, projections),
    progress: observedProgress(positionWaiter(pool, bus)),
    personalData: personalData({ pool, keys }),
    fixedSettings: config.settings,
    views: readModelViews(pool, config.settings),
    now: () => new Date(),
  }
}

export type LogAdapters = Awaited<ReturnType<typeof createLogAdapters>>
