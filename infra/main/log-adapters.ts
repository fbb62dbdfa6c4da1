import type pg from 'pg'
import type { Logger } from 'pino'
import { coreProjections } from '../../projections/index.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'
import type { Config } from '../config.ts'
import { postgresEventStore } from '../event-store/postgres/event-store.ts'
import { projectionOverviews } from '../read-models/overview.ts'
import { positionWaiter } from '../read-models/position-waiter.ts'
import { postgresProjectionStore } from '../read-models/projection-store.ts'
import { readModelViews } from '../read-models/views.ts'
import { personalData } from '../security/personal-data.ts'
import type { Storage } from './storage.ts'

/** What every process has: the log, and the read models that are made from it. */
export const createLogAdapters = (
  { pool, connection, keys }: Storage,
  config: Pick<Config, 'settings'>,
  log: Logger,
  projections: readonly AnyProjection[] = coreProjections,
) => {
  const eventStore = postgresEventStore({
    pool,
    listen: connection satisfies pg.ClientConfig,
    onProblem: (error) => log.warn({ err: error }, 'event store'),
  })
  return {
    eventStore,
    projections,
    projectionStore: postgresProjectionStore(pool, projections),
    projectionOverviews: projectionOverviews(pool, eventStore, projections),
    progress: positionWaiter(pool),
    personalData: personalData({ pool, keys }),
    fixedSettings: config.settings,
    views: readModelViews(pool, config.settings),
    now: () => new Date(),
  }
}

export type LogAdapters = ReturnType<typeof createLogAdapters>
