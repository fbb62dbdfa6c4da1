import { z } from 'zod'
import { flagInQuery, idInBody, idParams, name, paging, prose } from './common.ts'
import { endpoint, noContent } from './endpoint.ts'

const tag = 'Collection'

const authorityLevel = z.literal('official').nullable()

/** A collection as others name it, e.g. on the way to one inside it. */
export const collectionMention = z.object({
  id: z.union([z.int(), z.literal('root')]),
  name: z.string(),
  authority_level: authorityLevel,
  personal_owner_id: z.int().nullable(),
  type: z.null(),
  can_write: z.boolean(),
})
export type CollectionMention = z.infer<typeof collectionMention>

const shown = {
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  archived: z.boolean(),
  parent_id: z.int().nullable(),
  namespace: z.null(),
  personal_owner_id: z.int().nullable(),
  authority_level: authorityLevel,
  type: z.null(),
  can_write: z.boolean(),
  /** Where it hangs for whoever asks: without what they may not see. */
  effective_location: z.string(),
}

export const collectionRecord = z.object({
  id: z.int(),
  ...shown,
  /** The ids of the collections it is in, from the outermost on: `/1/4/`. */
  location: z.string(),
  created_at: z.string(),
  entity_id: z.string(),
})
export type CollectionRecord = z.infer<typeof collectionRecord>

export const collectionDetail = collectionRecord.extend({
  effective_ancestors: z.array(collectionMention),
})
export type CollectionDetail = z.infer<typeof collectionDetail>

/** What is in no collection is in the root, which is nobody's to rename or move. */
export const rootRecord = z.object({
  id: z.literal('root'),
  ...shown,
  slug: z.null(),
  location: z.null(),
  effective_location: z.null(),
  effective_ancestors: z.array(collectionMention),
})
export type RootRecord = z.infer<typeof rootRecord>

const node = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  archived: z.boolean(),
  location: z.string(),
  parent_id: z.int().nullable(),
  personal_owner_id: z.int().nullable(),
  authority_level: authorityLevel,
  type: z.null(),
  can_write: z.boolean(),
  get children() {
    return z.array(node)
  },
})
export const collectionNode = node
export type CollectionNode = z.infer<typeof collectionNode>

/** What a collection can hold, as clients name it: `dataset` is a model. */
export const itemModels = ['collection', 'dashboard', 'card', 'dataset', 'metric'] as const
export type ItemModel = (typeof itemModels)[number]

const anyItem = {
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  archived: z.boolean(),
  /** What it is in; null stands for the root. */
  collection_id: z.int().nullable(),
  entity_id: z.string(),
  can_write: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
}

export const collectionItem = z.discriminatedUnion('model', [
  z.object({
    ...anyItem,
    model: z.literal('collection'),
    location: z.string(),
    effective_location: z.string(),
    personal_owner_id: z.int().nullable(),
    authority_level: authorityLevel,
    type: z.null(),
  }),
  z.object({ ...anyItem, model: z.literal('dashboard') }),
  z.object({
    ...anyItem,
    model: z.enum(['card', 'dataset', 'metric']),
    display: z.string(),
    database_id: z.int(),
  }),
])
export type CollectionItem = z.infer<typeof collectionItem>

const hideOthers = { 'exclude-other-user-collections': flagInQuery.optional() }

export const listCollections = endpoint({
  method: 'GET',
  path: '/api/collection',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'List the collections one may read by name, the root first',
  query: z.object({ ...paging, ...hideOthers, archived: flagInQuery.optional() }),
  response: z.array(z.union([rootRecord, collectionRecord])),
})

export const getCollectionTree = endpoint({
  method: 'GET',
  path: '/api/collection/tree',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'The collections one may read, each inside the nearest other one of them',
  query: z.object(hideOthers),
  response: z.array(collectionNode),
})

export const getRootCollection = endpoint({
  method: 'GET',
  path: '/api/collection/root',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'The root collection',
  response: rootRecord,
})

export const getCollection = endpoint({
  method: 'GET',
  path: '/api/collection/:id',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'One collection, and the way to it',
  params: idParams,
  response: collectionDetail,
})

/** What older and newer clients ask for as well; nothing of the kind can be in a collection here. */
const foreignModels = ['pulse', 'snippet', 'timeline', 'app', 'no_models']
const askedModels = [...itemModels, ...foreignModels]

const itemsQuery = z.object({
  ...paging,
  models: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(askedModels)))
    .optional(),
  archived: flagInQuery.optional(),
  sort_column: z.enum(['name', 'model', 'last_edited_at', 'created_at']).optional(),
  sort_direction: z.enum(['asc', 'desc']).optional(),
})
export type ItemsQuery = z.infer<typeof itemsQuery>

const itemsPage = z.object({
  data: z.array(collectionItem),
  total: z.int(),
  limit: z.int().nullable(),
  offset: z.int(),
  models: z.array(z.string()),
})

export const listCollectionItems = endpoint({
  method: 'GET',
  path: '/api/collection/:id/items',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'What is in a collection',
  params: idParams,
  query: itemsQuery,
  repeatable: ['models'],
  response: itemsPage,
})

export const listRootItems = endpoint({
  method: 'GET',
  path: '/api/collection/root/items',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'What is in the root; collections one may read also where the root is closed',
  query: itemsQuery,
  repeatable: ['models'],
  response: itemsPage,
})

const description = prose(10_000)

export const createCollection = endpoint({
  method: 'POST',
  path: '/api/collection',
  side: 'command',
  access: 'session',
  rate: 'write',
  tag,
  summary: 'Create a collection; groups may do with it what they may do with its parent',
  body: z.object({
    name: name(),
    description: description.nullish(),
    parent_id: idInBody.nullish(),
    authority_level: authorityLevel.optional(),
  }),
  response: collectionDetail,
})

export const updateCollection = endpoint({
  method: 'PUT',
  path: '/api/collection/:id',
  side: 'command',
  access: 'session',
  rate: 'write',
  tag,
  summary: 'Change, move, archive or restore a collection; what is left out stays as it is',
  params: idParams,
  body: z.object({
    name: name().nullish(),
    description: description.nullish(),
    parent_id: idInBody.nullish(),
    archived: z.boolean().nullish(),
    authority_level: authorityLevel.optional(),
  }),
  response: collectionDetail,
})

export const deleteCollection = endpoint({
  method: 'DELETE',
  path: '/api/collection/:id',
  side: 'command',
  access: 'session',
  rate: 'write',
  tag,
  summary: 'Delete an archived collection with all that is in it',
  params: idParams,
  response: noContent,
})
