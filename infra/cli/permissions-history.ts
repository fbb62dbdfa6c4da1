import type { PermissionHistoryDependencies } from '../../query-service/permissions/look.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { accessHistories } from '../access/access-histories.ts'
import type { CliContext } from './context.ts'
import type { Data } from './open-data.ts'

export type OpenHistory = Data & {
  readonly history: AccessHistory
  /** What the service's own answers are made from: the command line says what the API says. */
  readonly dependencies: PermissionHistoryDependencies
}

/** Runs work over the history of access, folded from the log before; a long one shows how far it is. */
export const withHistory = <T>(
  context: CliContext,
  work: (open: OpenHistory) => Promise<T>,
): Promise<T> =>
  context.withData(async (data) => {
    const { eventStore, cardHistories, dashboardHistories, now } = data.adapters
    const progress = context.startProgress(await eventStore.head())
    const histories = accessHistories(eventStore, (position, events) => {
      context.signal.throwIfAborted()
      progress.at(position, events)
    })
    try {
      const history = await histories.current()
      progress.stop()
      const dependencies = { accessHistories: histories, cardHistories, dashboardHistories, now }
      return await work({ ...data, history, dependencies })
    } finally {
      progress.stop()
    }
  })
