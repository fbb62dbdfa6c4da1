import type {
  ActorRecord,
  CellRecord,
  CollectionCellRecord,
  FactRecord,
  MomentRecord,
  PathRecord,
  ResourceRecord,
} from '../../shared/contract/permission-history-records.ts'
import type { CollectionChange, GraphChange } from '../../shared/events/permission-graph.ts'
import type { EventActor } from '../../shared/kernel/event.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import type { ExplainedPath } from '../../shared/permissions/history/explain.ts'
import type { Names } from '../../shared/permissions/history/names.ts'
import type { Path } from '../../shared/permissions/history/path.ts'
import type { Resource } from '../../shared/permissions/history/resource.ts'
import { wordingOf } from '../../shared/permissions/history/resource-text.ts'
import { commentOf } from '../../shared/permissions/history/sentence.ts'
import type { Moment } from '../../shared/permissions/history/timeline.ts'
import { countWhile } from '../../shared/permissions/history/timeline.ts'
import type { GraphKind } from './look.ts'

/** The moment that a state is of. */
export const presentMoment = (
  { ledger: { moments } }: Pick<AccessHistory, 'ledger'>,
  { position, revision, collectionRevision }: AccessState,
  graph: GraphKind = 'data',
): MomentRecord => ({
  position: String(position),
  revision: graph === 'collection' ? collectionRevision : revision,
  time: moments[countWhile(moments, (moment) => moment.position <= position) - 1]?.at ?? null,
})

export const presentActor = (actor: EventActor, names: Names): ActorRecord => ({
  kind: actor.kind,
  id: actor.kind === 'user' ? actor.id : null,
  name: names.actor(actor),
})

/** What happened at a moment, with the comment of its revision. */
export const presentFact = (history: AccessHistory, moment: Moment, names: Names): FactRecord => ({
  at: moment.at,
  actor: presentActor(moment.actor, names),
  event: moment.type,
  revision: moment.revision ?? null,
  comment: commentOf(history, moment),
  request_id: moment.requestId ?? null,
})

export const presentResource = (resource: Resource, names: Names): ResourceRecord => {
  const name = wordingOf(resource).name(resource, names)
  if (resource.kind === 'collection')
    return { kind: resource.kind, name, collection_id: resource.collectionId }
  if (resource.kind === 'native')
    return { kind: resource.kind, name, database_id: resource.databaseId }
  const { kind, databaseId, schema, tableId } = resource
  return {
    kind,
    name,
    database_id: databaseId,
    ...(schema !== undefined && { schema }),
    ...(tableId !== undefined && { table_id: tableId }),
  }
}

export const presentPath = (
  history: AccessHistory,
  { through, groupId, joined, grant, lost }: Path & Partial<Pick<ExplainedPath, 'lost'>>,
  names: Names,
): PathRecord => {
  const fact = (moment: Moment | undefined) => (moment ? presentFact(history, moment, names) : null)
  return {
    through,
    group_id: groupId ?? null,
    group: groupId === undefined ? null : names.group(groupId),
    member_since: fact(joined),
    level: grant.level,
    on: grant.on ?? null,
    granted: grant.level === 'none' ? null : fact(grant.since),
    taken_away: fact(lost),
  }
}

export const presentCell = (change: GraphChange, names: Names): CellRecord => {
  const { group, database, right, from, to } = change
  const schema = change.right === 'data' ? change.schema : undefined
  const table = change.right === 'data' ? change.table : undefined
  return {
    group_id: group,
    group: names.group(group),
    database_id: database,
    database: names.database(database),
    right,
    ...(schema !== undefined && { schema }),
    ...(table !== undefined && { table_id: table, table: names.table(table) }),
    from,
    to,
  }
}

export const presentCollectionCell = (
  { group, collection, from, to }: CollectionChange,
  names: Names,
): CollectionCellRecord => ({
  group_id: group,
  group: names.group(group),
  collection_id: collection,
  collection: names.collection(collection),
  from,
  to,
})
