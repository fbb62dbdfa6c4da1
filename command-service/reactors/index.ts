import type { BackgroundReads } from '../../shared/ports/background-reads.ts'
import type { ReactorWatch } from '../../shared/ports/reactor-watch.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'
import { tellDatabase } from '../connected-databases.ts'
import { type AccountMailDependencies, accountMailReactor } from './account-mails/send.ts'
import { type LostRunDependencies, lostRunReactor } from './lost-runs.ts'
import { type ScanDependencies, scanFieldValues } from './scan-values.ts'
import { dueBySchedule } from './schedules.ts'
import { type SyncDependencies, syncSchema } from './schema-sync/sync.ts'
import { type Reactor, todoList } from './todo-list.ts'

export type ReactorDependencies = AccountMailDependencies &
  LostRunDependencies &
  SyncDependencies &
  ScanDependencies & {
    readonly reads: BackgroundReads
    readonly now: () => Date
    readonly onProblem: (message: string, error: unknown) => void
    /** Tables gone through of each sync under way; undefined when one ends. */
    readonly onSyncProgress: (
      databaseId: number,
      progress: { done: number; total: number } | undefined,
    ) => void
    /** One process at a time works on a database; false when another one does. */
    readonly alone: (databaseId: number, work: () => Promise<void>) => Promise<boolean>
    readonly watch?: ReactorWatch
  }

const keyOf = (database: DatabaseRow) => database.id
const needsSync = (it: DatabaseRow) => it.sync_requested_at !== it.sync_served_at
const needsScan = (it: DatabaseRow) => it.scan_requested_at !== it.scan_served_at

/** The process managers of this service, each with the read models as its to-do list. */
export const reactors = (dependencies: ReactorDependencies): readonly Reactor[] => {
  const { reads, now, onProblem, onSyncProgress, alone, executorFor, watch } = dependencies

  const sync = todoList<DatabaseRow>({
    name: 'schema sync',
    due: async () => (await reads.databases()).filter(needsSync),
    keyOf,
    work: (listed, signal) =>
      alone(listed.id, async () => {
        // Since it was listed, another process may have done it.
        const database = await reads.database(listed.id)
        if (!database || !needsSync(database)) return
        const onProgress = (progress: { done: number; total: number }) =>
          onSyncProgress(database.id, progress)
        try {
          await syncSchema(dependencies, database, { signal, onProgress })
        } finally {
          onSyncProgress(database.id, undefined)
        }
        const first = database.scan_requested_at === null && database.is_full_sync
        if (first) await request(database, 'RequestValuesScan')
      }),
    onProblem,
    watch,
  })

  const scan = todoList<DatabaseRow>({
    name: 'field-values scan',
    due: async () => (await reads.databases()).filter(needsScan),
    keyOf,
    work: (listed, signal) =>
      alone(-listed.id, async () => {
        const database = await reads.database(listed.id)
        if (database && needsScan(database)) await scanFieldValues(dependencies, database, signal)
      }),
    onProblem,
    watch,
    atOnce: 1,
  })

  const schedule = todoList<DatabaseRow>({
    name: 'schedule',
    due: async () =>
      (await reads.databases()).filter((it) => {
        const due = dueBySchedule(it, now())
        return due.sync || due.scan
      }),
    keyOf,
    work: async (database) => {
      const due = dueBySchedule(database, now())
      if (due.sync) await request(database, 'RequestSync')
      if (due.scan) await request(database, 'RequestValuesScan')
      return true
    },
    onProblem,
    watch,
    everyMs: 60_000,
    // It is time that makes these due, and no event.
    gatherMs: 60_000,
  })

  const request = (database: DatabaseRow, type: 'RequestSync' | 'RequestValuesScan') =>
    tellDatabase(executorFor(database), { type, data: { databaseId: database.id } })

  return [accountMailReactor(dependencies), lostRunReactor(dependencies), sync, scan, schedule]
}
