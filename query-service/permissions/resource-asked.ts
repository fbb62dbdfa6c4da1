import type { ResourceQuery } from '../../shared/contract/permission-history.ts'
import { found, invalid, Refusal } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { kindOf, type Resource } from '../../shared/permissions/history/resource.ts'

const missing = (what: string, { as_of }: ResourceQuery) =>
  new Refusal('not-found', `${what} not found${as_of ? ' at that moment' : ''}.`)

/** A table knows its schema and its database; what is said about them beside it has to agree. */
const tableAsked = (state: AccessState, query: ResourceQuery, tableId: number) => {
  const table = state.table(tableId)
  if (!table) throw missing('Table', query)
  const { databaseId, schema } = table
  if (query.database_id !== undefined && query.database_id !== databaseId)
    throw invalid('table_id', `Table ${tableId} is in database ${databaseId}.`)
  if (query.schema !== undefined && query.schema !== schema)
    throw invalid('table_id', `Table ${tableId} is in the schema "${schema}".`)
  return { kind: 'data', databaseId, schema, tableId } as const
}

const named = (state: AccessState, query: ResourceQuery): Resource => {
  const { database_id, schema, table_id, native, collection_id } = query
  if (collection_id !== undefined) return { kind: 'collection', collectionId: collection_id }
  if (table_id !== undefined) return tableAsked(state, query, table_id)
  const databaseId = found(database_id, 'Database')
  return native ? { kind: 'native', databaseId } : { kind: 'data', databaseId, schema }
}

/** What a query asks about. @throws {Refusal} 404 for what was not there at that moment. */
export const resourceAsked = (state: AccessState, query: ResourceQuery): Resource => {
  const resource = named(state, query)
  if (kindOf(resource).isThere(state, resource)) return resource
  throw missing(resource.kind === 'collection' ? 'Collection' : 'Database', query)
}

/** Whose own a resource is: its name may tell. */
export const ownersOf = (state: AccessState, resource: Resource): readonly number[] => {
  const ownerId = kindOf(resource).ownerId(state, resource)
  return ownerId === undefined ? [] : [ownerId]
}
