import type { AsOf } from '../../shared/contract/as-of.ts'
import type { QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts'
import type {
  listCollectionRevisions,
  listRevisions,
} from '../../shared/contract/permission-history.ts'
import type { CollectionChange, GraphChange } from '../../shared/events/permission-graph.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import type { Revision } from '../../shared/permissions/history/ledger.ts'
import { type Names, namesAt } from '../../shared/permissions/history/names.ts'
import { revisionsWhere } from '../../shared/permissions/history/revisions-where.ts'
import type { QueryContext, Views } from '../context.ts'
import { page } from '../paging.ts'
import { actorsOf, loadPeople } from '../people.ts'
import type { PermissionHistoryDependencies } from './look.ts'
import { presentActor, presentCell, presentCollectionCell } from './present.ts'

type Dependencies = Pick<PermissionHistoryDependencies, 'accessHistories'>
type Header = QueryContext['header']

/** Revisions on a page, unless another number is asked for: each can hold many cells. */
const pageSize = 100

/** The position right before a moment, so that what happened at it counts. */
const before = (
  history: AccessHistory,
  asOf: AsOf,
  revisions: readonly Revision<unknown>[],
): bigint => {
  if (asOf.kind === 'revision') return positionAsOf(history, asOf, revisions, 'from') - 1n
  return history.positionAtTime(new Date(Date.parse(asOf.time) - 1).toISOString())
}

/** What one graph has of its own, of all that is told of revisions. */
type Told<C, R> = {
  readonly revisions: readonly Revision<C>[]
  readonly isCell: ((change: C) => boolean) | undefined
  readonly present: (change: C, names: Names) => R
}

/** What is asked of the history of either graph. */
type Asked = Pick<QueryOf<typeof listRevisions>, 'actor_id' | 'from' | 'to' | 'limit' | 'offset'>

/** A page of the revisions of a graph that fit. */
const revisionsPage = async <C, R>(
  history: AccessHistory,
  views: Views,
  query: Asked,
  { revisions, isCell, present }: Told<C, R>,
  header: Header,
) => {
  const fitting = revisionsWhere(revisions, {
    isCell,
    actorId: query.actor_id,
    after: query.from && before(history, query.from, revisions),
    upTo: query.to && positionAsOf(history, query.to, revisions, 'to'),
  })
  const shown = page(fitting, { ...query, limit: query.limit ?? pageSize }, header)
  const people = await loadPeople(views, actorsOf(shown.map(({ since }) => since)))
  return shown.map(({ since, comment, revertedTo, changes }) => {
    const names = namesAt(history.ledger, since.position, people)
    return {
      revision: since.revision,
      position: String(since.position),
      at: since.at,
      actor: presentActor(since.actor, names),
      comment,
      reverted_to: revertedTo,
      request_id: since.requestId ?? null,
      changes: changes.map((change) => present(change, names)),
    }
  })
}

/** Whether an id is the one that is asked for, if any is. */
const fits = <I>(asked: I | undefined, id: I) => asked === undefined || asked === id

export const answerRevisions = async (
  { accessHistories }: Dependencies,
  views: Views,
  query: QueryOf<typeof listRevisions>,
  header: Header,
): Promise<ResponseOf<typeof listRevisions>> => {
  const history = await accessHistories.current()
  const { group_id, database_id } = query
  const isCell =
    group_id === undefined && database_id === undefined
      ? undefined
      : ({ group, database }: GraphChange) => fits(group_id, group) && fits(database_id, database)
  const told = { revisions: history.revisions, isCell, present: presentCell }
  return revisionsPage(history, views, query, told, header)
}

export const answerCollectionRevisions = async (
  { accessHistories }: Dependencies,
  views: Views,
  query: QueryOf<typeof listCollectionRevisions>,
  header: Header,
): Promise<ResponseOf<typeof listCollectionRevisions>> => {
  const history = await accessHistories.current()
  const { group_id, collection_id } = query
  const isCell =
    group_id === undefined && collection_id === undefined
      ? undefined
      : ({ group, collection }: CollectionChange) =>
          fits(group_id, group) && fits(collection_id, collection)
  const { collectionRevisions: revisions } = history
  const told = { revisions, isCell, present: presentCollectionCell }
  return revisionsPage(history, views, query, told, header)
}
