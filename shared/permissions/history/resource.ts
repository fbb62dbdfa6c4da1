import type { AccessState, CollectionId } from '../access-state.ts'
import { type CollectionTree, personalOwnerOf, type TreeNode } from '../collection-tree.ts'
import { allUsersId } from '../default-groups.ts'
import { mayRead, type SchemaLevel } from '../levels.ts'
import { type Ledger, type PairLedger, whole } from './ledger.ts'
import type { Timeline } from './timeline.ts'

/** Something that access can be asked about. */
export type DataResource = {
  readonly kind: 'data'
  readonly databaseId: number
  readonly schema?: string | undefined
  readonly tableId?: number | undefined
}
export type NativeResource = { readonly kind: 'native'; readonly databaseId: number }
export type CollectionResource = {
  readonly kind: 'collection'
  readonly collectionId: CollectionId
}
export type Resource = DataResource | NativeResource | CollectionResource

/** Where in a graph something was said. */
export type Place = 'database' | 'schema' | 'table' | 'native' | 'collection'

/** Levels of every kind of resource; all kinds draw theirs from these. */
type Levels = Pick<Timeline<SchemaLevel | null>, 'at' | 'changes'>

export type Statement = { readonly on: Place; readonly levels: Levels | undefined }

type KnownLedger = Readonly<Ledger>

/** What distinguishes one kind of resource from another, for all who ask who may use it. */
export type ResourceKind<R extends Resource> = {
  isThere(state: AccessState, resource: R): boolean
  /** What can be said about a group and the resource, widest first: the first that is said holds. */
  statements(ledger: KnownLedger, groupId: number, resource: R): readonly Statement[]
  /** What can be said about parts of it. */
  parts(ledger: KnownLedger, groupId: number, resource: R): Iterable<Levels>
  /** What holds before anybody says anything. */
  atFirst(groupId: number, resource: R): SchemaLevel | undefined
  /** Whose own it is: theirs and the admins' alone, whatever groups were granted. */
  ownerId(state: AccessState, resource: R): number | undefined
  /** What admins and owners have. */
  readonly everything: SchemaLevel
  /** The weakest level that is of use. */
  readonly useful: SchemaLevel
  readonly allows: (level: SchemaLevel) => boolean
}

const pairOf = (ledger: KnownLedger, groupId: number, databaseId: number) =>
  ledger.pairs.get(groupId)?.get(databaseId)

const cellOf = (pair: PairLedger | undefined, schema: string, table: number) =>
  pair?.cells.get(schema)?.get(table)

function* cellsWithin(pair: PairLedger | undefined, schema: string | undefined): Iterable<Levels> {
  for (const [name, tables] of pair?.cells ?? [])
    if (schema === undefined || schema === name)
      for (const [table, cell] of tables)
        if (schema === undefined || table !== whole.table) yield cell
}

const hasDatabase = (state: AccessState, { databaseId }: { readonly databaseId: number }) =>
  state.databaseName(databaseId) !== undefined

const data: ResourceKind<DataResource> = {
  isThere: hasDatabase,
  statements: (ledger, groupId, { databaseId, schema, tableId }) => {
    const pair = pairOf(ledger, groupId, databaseId)
    const said: Statement[] = [{ on: 'database', levels: cellOf(pair, whole.schema, whole.table) }]
    if (schema === undefined) return said
    said.push({ on: 'schema', levels: cellOf(pair, schema, whole.table) })
    if (tableId !== undefined) said.push({ on: 'table', levels: cellOf(pair, schema, tableId) })
    return said
  },
  parts: (ledger, groupId, { databaseId, schema, tableId }) =>
    tableId === undefined ? cellsWithin(pairOf(ledger, groupId, databaseId), schema) : [],
  atFirst: () => undefined,
  ownerId: () => undefined,
  everything: 'all',
  useful: 'read',
  allows: mayRead,
}

const native: ResourceKind<NativeResource> = {
  isThere: hasDatabase,
  statements: (ledger, groupId, { databaseId }) => [
    { on: 'native', levels: pairOf(ledger, groupId, databaseId)?.native },
  ],
  parts: () => [],
  atFirst: () => undefined,
  ownerId: () => undefined,
  everything: 'write',
  useful: 'write',
  allows: (level) => level === 'write',
}

/** The collections around one, as far up as they go. */
const lineOf = (state: AccessState, collectionId: number): CollectionTree => {
  const line = new Map<number, TreeNode>()
  for (let id: number | null = collectionId; id !== null && !line.has(id); ) {
    const node: TreeNode | undefined = state.collection(id)
    if (!node) break
    line.set(id, node)
    id = node.parentId
  }
  return line
}

const collection: ResourceKind<CollectionResource> = {
  isThere: (state, { collectionId }) =>
    collectionId === 'root' || state.collection(collectionId) !== undefined,
  statements: (ledger, groupId, { collectionId }) => [
    { on: 'collection', levels: ledger.collectionLevels.get(groupId)?.get(collectionId) },
  ],
  parts: () => [],
  // Decision P8: everybody may write on the root until somebody says otherwise.
  atFirst: (groupId, { collectionId }) =>
    groupId === allUsersId && collectionId === 'root' ? 'write' : undefined,
  ownerId: (state, { collectionId }) =>
    collectionId === 'root'
      ? undefined
      : personalOwnerOf(lineOf(state, collectionId), collectionId),
  everything: 'write',
  useful: 'read',
  allows: mayRead,
}

/** Every kind of resource that can be asked about. */
const resourceKinds: { readonly [R in Resource as R['kind']]: ResourceKind<R> } = {
  data,
  native,
  collection,
}

/** The rules of a resource's kind. The cast links a key of the table to its value's type. */
export const kindOf = (resource: Resource): ResourceKind<Resource> =>
  resourceKinds[resource.kind] as ResourceKind<Resource>
