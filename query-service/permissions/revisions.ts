import type { AsOf } from '../../shared/contract/as-of.ts'
import type { QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts'
import type { listRevisions } from '../../shared/contract/permission-history.ts'
import type { GraphChange } from '../../shared/events/permission-graph.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import { namesAt } from '../../shared/permissions/history/names.ts'
import { revisionsWhere } from '../../shared/permissions/history/revisions-where.ts'
import type { QueryContext, Views } from '../context.ts'
import { page } from '../paging.ts'
import type { PermissionHistoryDependencies } from './look.ts'
import { actorsOf, loadNames } from './names.ts'
import { presentActor, presentCell } from './present.ts'

type List = typeof listRevisions

/** Revisions on a page, unless another number is asked for: each can hold many cells. */
const pageSize = 100

/** The position right before a moment, so that what happened at it counts. */
const before = (history: AccessHistory, asOf: AsOf): bigint => {
  if (asOf.kind === 'revision') return positionAsOf(history, asOf) - 1n
  return history.positionAtTime(new Date(Date.parse(asOf.time) - 1).toISOString())
}

export const tablesOf = (changes: Iterable<GraphChange>): number[] => {
  const ids: number[] = []
  for (const change of changes)
    if (change.right === 'data' && change.table !== undefined) ids.push(change.table)
  return ids
}

/** Answers a page of the revisions that fit. */
export const answerRevisions = async (
  { accessHistories }: Pick<PermissionHistoryDependencies, 'accessHistories'>,
  views: Views,
  query: QueryOf<List>,
  header: QueryContext['header'],
): Promise<ResponseOf<List>> => {
  const history = await accessHistories.current()
  const fitting = revisionsWhere(history.revisions, {
    groupId: query.group_id,
    databaseId: query.database_id,
    actorId: query.actor_id,
    after: query.from && before(history, query.from),
    upTo: query.to && positionAsOf(history, query.to),
  })
  const shown = page(fitting, { ...query, limit: query.limit ?? pageSize }, header)
  const outside = await loadNames(views, {
    people: actorsOf(shown.map(({ since }) => since)),
    tables: tablesOf(shown.flatMap(({ changes }) => changes)),
  })
  return shown.map(({ since, comment, revertedTo, changes }) => {
    const names = namesAt(history.ledger, since.position, outside)
    return {
      revision: since.revision,
      position: String(since.position),
      at: since.at,
      actor: presentActor(since.actor, names),
      comment,
      reverted_to: revertedTo,
      request_id: since.requestId ?? null,
      changes: changes.map((change) => presentCell(change, names)),
    }
  })
}
