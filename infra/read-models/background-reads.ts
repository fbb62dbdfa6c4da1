import type { Kysely } from 'kysely'
import type { BackgroundReads } from '../../shared/ports/background-reads.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import type { ReadModels } from '../../shared/views/index.ts'

/** A reactor would rather wait than act on what was true before. */
const patienceMs = 30_000

/** The read models with all that is in the log when they are asked for. */
export const caughtUpViews =
  (
    views: Kysely<ReadModels>,
    eventStore: Pick<EventStore, 'head'>,
    progress: Pick<ProjectionProgress, 'reached'>,
  ) =>
  async (): Promise<Kysely<ReadModels>> => {
    if (await progress.reached(await eventStore.head(), patienceMs)) return views
    throw new Error('the read models are too far behind the log')
  }

/** Reads of the read models that never lag the log. */
export const backgroundReads = (
  views: Kysely<ReadModels>,
  eventStore: EventStore,
  progress: ProjectionProgress,
): BackgroundReads => {
  const caughtUp = caughtUpViews(views, eventStore, progress)
  return {
    databases: async () => (await caughtUp()).selectFrom('databases').selectAll().execute(),
    database: async (id) =>
      (await caughtUp())
        .selectFrom('databases')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst(),
    tables: async (databaseId) =>
      (await caughtUp())
        .selectFrom('tables')
        .selectAll()
        .where('db_id', '=', databaseId)
        .orderBy('id')
        .execute(),
    fields: async (databaseId) =>
      (await caughtUp())
        .selectFrom('fields')
        .selectAll()
        .where('db_id', '=', databaseId)
        .orderBy('id')
        .execute(),
  }
}
