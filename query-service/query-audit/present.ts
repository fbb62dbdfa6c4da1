import type { ExecutionRecord } from '../../shared/contract/query-audit.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import type { PeopleNames } from '../../shared/permissions/history/names.ts'
import type { RecordedExecution } from '../../shared/ports/query-log.ts'

/** How long after its time-out an execution without an end may still be heard of. */
const graceMs = 60_000

export type Told = {
  readonly history: AccessHistory
  readonly people: PeopleNames
  readonly now: Date
  readonly timeoutMs: number
}

const statusOf = ({ outcome, startedAt }: RecordedExecution, { now, timeoutMs }: Told) => {
  if (outcome) return outcome.status
  return now.getTime() - startedAt.getTime() > timeoutMs + graceMs ? 'unknown' : 'running'
}

/** An execution as the API tells it, with the names things had when it ran. */
export const presentExecution = (execution: RecordedExecution, told: Told): ExecutionRecord => {
  const { userId, databaseId, outcome } = execution
  const then = told.history.at(execution.position)
  const nameTable = (id: number) => {
    const table = then.table(id)
    return { id, schema: table?.schema ?? null, name: table?.name ?? null }
  }
  return {
    id: execution.id,
    started_at: execution.startedAt.toISOString(),
    user: userId === null ? null : { id: userId, name: told.people.get(userId) ?? null },
    database: { id: databaseId, name: then.databaseName(databaseId) ?? null },
    card_id: execution.cardId,
    context: execution.context,
    graph_revision: then.revision,
    statement: execution.statement,
    tables: execution.tables?.map(nameTable) ?? null,
    unknown_tables: execution.unknownTables,
    status: statusOf(execution, told),
    row_count: outcome?.rows ?? null,
    running_time: outcome?.runningTime ?? null,
    error_type: outcome?.errorType ?? null,
  }
}
