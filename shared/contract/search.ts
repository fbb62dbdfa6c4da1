import { z } from 'zod'
import { flagInQuery, idInPath, paging } from './common.ts'
import { endpoint } from './endpoint.ts'

const read = { side: 'query', access: 'session', rate: 'metadata', tag: 'Search' } as const

/** What can be found, as clients name it: `dataset` is a model. */
export const searchModels = [
  'dashboard',
  'card',
  'dataset',
  'metric',
  'collection',
  'database',
  'table',
] as const
export type SearchModel = (typeof searchModels)[number]

/** Kinds of things that other clients ask for as well, of which there are none here. */
const foreignModels = ['action', 'segment', 'indexed-entity', 'document', 'transform']

/** What it is in; all of it null for the root, and for what is in no collection. */
const around = z.object({
  id: z.int().nullable(),
  name: z.string().nullable(),
  authority_level: z.literal('official').nullable(),
  type: z.null(),
})

const shown = {
  id: z.int(),
  model: z.enum(searchModels),
  name: z.string(),
  description: z.string().nullable(),
  archived: z.boolean(),
  can_write: z.boolean(),
  /** Of a question, how it is drawn: `bar`. */
  display: z.string().nullable(),
  /** Of questions, tables and databases. */
  database_id: z.int().nullable(),
  database_name: z.string().nullable(),
  table_schema: z.string().nullable(),
  /** Of a table, as its database calls it. */
  table_name: z.string().nullable(),
}

const foundItem = z.object({
  ...shown,
  collection_id: z.int().nullable(),
  collection: around,
  created_at: z.string(),
  updated_at: z.string(),
})
export type FoundItem = z.infer<typeof foundItem>

export const search = endpoint({
  ...read,
  method: 'GET',
  path: '/api/search',
  summary:
    'Find what one may see by the words of its name or its description, the best first; without q, ' +
    'all of it. At most 1000 at a time',
  query: z.object({
    ...paging,
    q: z.string().max(10_000, 'must have at most 10000 characters').default(''),
    models: z
      .string()
      .transform((text) => text.split(',').filter((model) => model !== ''))
      .pipe(z.array(z.enum([...searchModels, ...foreignModels])))
      .optional(),
    archived: flagInQuery.default(false),
    /** Questions and tables of this database, and itself. */
    table_db_id: idInPath.optional(),
  }),
  repeatable: ['models'],
  response: z.object({
    data: z.array(foundItem),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    models: z.array(z.string()),
    available_models: z.array(z.enum(searchModels)),
  }),
})

const recentItem = z.object({
  ...shown,
  parent_collection: around,
  /** When the caller saw it last. */
  timestamp: z.string(),
})
export type RecentItem = z.infer<typeof recentItem>

export const listRecents = endpoint({
  ...read,
  method: 'GET',
  path: '/api/activity/recents',
  summary: 'What one looked at lately, the latest first, as far as one may still see it',
  query: z.object(paging),
  response: z.object({ recents: z.array(recentItem) }),
})
