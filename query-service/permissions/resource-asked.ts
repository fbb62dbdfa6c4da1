import type { ResourceQuery } from '../../shared/contract/permission-history.ts'
import { found, invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { kindOf, type Resource } from '../../shared/permissions/history/resource.ts'
import type { Views } from '../context.ts'

/** A table knows its schema and its database; what is said about them beside it has to agree. */
const tableAsked = async (views: Views, query: ResourceQuery, tableId: number) => {
  const table = found(
    await views
      .selectFrom('tables')
      .select(['db_id', 'schema'])
      .where('id', '=', tableId)
      .executeTakeFirst(),
    'Table',
  )
  if (query.database_id !== undefined && query.database_id !== table.db_id)
    throw invalid('table_id', `Table ${tableId} is in database ${table.db_id}.`)
  if (query.schema !== undefined && query.schema !== table.schema)
    throw invalid('table_id', `Table ${tableId} is in the schema "${table.schema}".`)
  return { kind: 'data', databaseId: table.db_id, schema: table.schema, tableId } as const
}

const named = async (views: Views, query: ResourceQuery): Promise<Resource> => {
  const { database_id, schema, table_id, native, collection_id } = query
  if (collection_id !== undefined) return { kind: 'collection', collectionId: collection_id }
  if (table_id !== undefined) return tableAsked(views, query, table_id)
  const databaseId = found(database_id, 'Database')
  return native ? { kind: 'native', databaseId } : { kind: 'data', databaseId, schema }
}

/** What a query asks about. @throws {Refusal} 404 for what was not there at that moment. */
export const resourceAsked = async (
  views: Views,
  state: AccessState,
  query: ResourceQuery,
): Promise<Resource> => {
  const resource = await named(views, query)
  const what = resource.kind === 'collection' ? 'Collection' : 'Database'
  const isThere = kindOf(resource).isThere(state, resource)
  refuseUnless(isThere, 'not-found', `${what} not found${query.as_of ? ' at that moment' : ''}.`)
  return resource
}

/** Whose own a resource is: its name may tell. */
export const ownersOf = (state: AccessState, resource: Resource): readonly number[] => {
  const ownerId = kindOf(resource).ownerId(state, resource)
  return ownerId === undefined ? [] : [ownerId]
}

/** Tables a resource's name has in it. */
export const tablesIn = (resource: Resource): readonly number[] =>
  resource.kind === 'data' && resource.tableId !== undefined ? [resource.tableId] : []
