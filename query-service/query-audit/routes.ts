import * as contract from '../../shared/contract/query-audit.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { QueryLog } from '../../shared/ports/query-log.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { on, type QueryRoute } from '../context.ts'
import { loadPeople } from '../people.ts'
import { presentExecution } from './present.ts'

export type QueryAuditDependencies = {
  readonly queryLog: QueryLog
  readonly accessHistories: AccessHistories
  readonly settings: Pick<Settings, 'get'>
  readonly now: () => Date
}

const pageSize = 100
const largestPage = 1_000

/** What auditors ask of the record of executions. */
export const queryAuditRoutes = ({
  queryLog,
  accessHistories,
  settings,
  now,
}: QueryAuditDependencies): readonly QueryRoute[] => [
  on(contract.listExecutions, async ({ query }, { views, header }) => {
    const { table_id: tableId, from, to, limit = pageSize, offset = 0 } = query
    if (from && to && to < from) throw invalid('to', 'must not be before from')
    const history = await accessHistories.current()
    const { executions, total } = await queryLog.find({
      table:
        tableId === undefined
          ? undefined
          : { id: tableId, databaseId: history.ledger.tables.get(tableId)?.databaseId },
      databaseId: query.database_id,
      userId: query.user_id,
      cardId: query.card_id,
      from,
      to,
      limit: Math.min(limit, largestPage),
      offset,
    })
    header('X-Total-Count', String(total))
    const people = await loadPeople(
      views,
      executions.flatMap(({ userId }) => userId ?? []),
    )
    const timeoutMs = 1_000 * (await settings.get('query-timeout'))
    const told = { history, people, now: now(), timeoutMs }
    return executions.map((execution) => presentExecution(execution, told))
  }),
]
