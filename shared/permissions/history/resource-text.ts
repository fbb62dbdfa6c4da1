import { isolated } from '../../kernel/isolated.ts'
import { mayRead, type SchemaLevel } from '../levels.ts'
import type { Names } from './names.ts'

import type {
  CollectionResource,
  DataResource,
  NativeResource,
  Place,
  Resource,
} from './resource.ts'

type Wording<R extends Resource> = {
  /** `table orders`, `database Shop`. */
  name(resource: R, names: Names): string
  /** What a level lets one do with it: `query`, `change`. */
  verb(level: SchemaLevel): string
}

const database = ({ databaseId }: { readonly databaseId: number }, names: Names) =>
  `database ${names.database(databaseId)}`

const data: Wording<DataResource> = {
  name: (resource, names) => {
    if (resource.tableId !== undefined) return `table ${names.table(resource.tableId)}`
    const whole = database(resource, names)
    return resource.schema === undefined ? whole : `schema ${isolated(resource.schema)} of ${whole}`
  },
  verb: () => 'query',
}

const native: Wording<NativeResource> = { name: database, verb: () => 'run SQL on' }

const collection: Wording<CollectionResource> = {
  name: ({ collectionId }, names) =>
    collectionId === 'root'
      ? names.collection('root')
      : `collection ${names.collection(collectionId)}`,
  verb: (level) => (level === 'write' || !mayRead(level) ? 'change' : 'see'),
}

const wordings: { readonly [R in Resource as R['kind']]: Wording<R> } = { data, native, collection }

/** How a kind of resource is spoken of. The cast links a key of the table to its value's type. */
export const wordingOf = (resource: Resource): Wording<Resource> =>
  wordings[resource.kind] as Wording<Resource>

/** Where a grant stands: `schema public`, `native of database Shop`. */
export const placeText = (resource: Resource, on: Place, names: Names): string => {
  if (resource.kind !== 'data') return wordingOf(resource).name(resource, names)
  const { databaseId, schema, tableId } = resource
  if (on === 'database' || schema === undefined) return database({ databaseId }, names)
  return on === 'table' && tableId !== undefined
    ? `table ${names.table(tableId)}`
    : `schema ${isolated(schema)}`
}
