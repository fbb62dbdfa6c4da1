import { z } from 'zod'
import { collectionLevels, nativeLevels, schemaLevel, schemaLevels } from '../permissions/levels.ts'
import { asOfInQuery } from './as-of.ts'
import { dryRunQuery, flagInQuery, idInPath, paging, prose } from './common.ts'
import { download, endpoint } from './endpoint.ts'
import { updatePermissionsGraph } from './permission-graph.ts'
import {
  cellRecord,
  collectionRevisionRecord,
  factRecord,
  momentRecord,
  pathRecord,
  resourceRecord,
  revisionRecord,
} from './permission-history-records.ts'

const tag = 'Permission history'
const read = { method: 'GET', side: 'query', access: 'admin', rate: 'metadata', tag } as const

const collectionInQuery = z.union([idInPath, z.literal('root')])

const revisionFilter = {
  ...paging,
  group_id: idInPath.optional(),
  /** Id of the user who made them. */
  actor_id: idInPath.optional(),
  /** First and last revision, of the same graph, or moment of interest. */
  from: asOfInQuery.optional(),
  to: asOfInQuery.optional(),
}

export const listRevisions = endpoint({
  ...read,
  path: '/api/permissions/graph/history',
  summary: 'Revisions of the permissions graph, newest first, with the cells each changed',
  query: z.object({ ...revisionFilter, database_id: idInPath.optional() }),
  response: z.array(revisionRecord),
})

export const listCollectionRevisions = endpoint({
  ...read,
  path: '/api/collection/graph/history',
  summary: 'Revisions of the collection graph, newest first, with the cells each changed',
  query: z.object({ ...revisionFilter, collection_id: collectionInQuery.optional() }),
  response: z.array(collectionRevisionRecord),
})

export const diffGraph = endpoint({
  ...read,
  path: '/api/permissions/graph/diff',
  summary: 'Cells of the permissions graph that differ between two moments',
  query: z.object({ from: asOfInQuery, to: asOfInQuery.optional() }),
  response: z.object({
    from: momentRecord,
    to: momentRecord,
    changes: z.array(cellRecord.extend({ last_changed: factRecord })),
  }),
})

export const revertGraph = endpoint({
  method: 'POST',
  path: '/api/permissions/graph/revert',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Bring the rights of an earlier revision back, as a new revision; see `dry_run` of PUT',
  query: dryRunQuery,
  body: z.object({
    /** The revision whose rights come back; 0 is the graph before it was ever changed. */
    to_revision: z.int().min(0),
    /** The revision there is now, as in PUT. */
    revision: z.int(),
    comment: prose(2_000).nullish(),
  }),
  response: updatePermissionsGraph.response,
})

/** Exactly one kind of resource, and its place within. */
const resource = z.object({
  database_id: idInPath.optional(),
  schema: z.string().max(254).optional(),
  table_id: idInPath.optional(),
  native: flagInQuery.optional(),
  collection_id: collectionInQuery.optional(),
  /** A saved question, which may be seen by whoever may see its collection. */
  card_id: idInPath.optional(),
  /** A dashboard, likewise. */
  dashboard_id: idInPath.optional(),
  /** A revision is one of the graph that says who may: of a collection, the collection graph's. */
  as_of: asOfInQuery.optional(),
})
export type ResourceQuery = z.infer<typeof resource>

const isOneResource = (query: ResourceQuery) => {
  const { database_id, schema, table_id, native, collection_id, card_id, dashboard_id } = query
  const isData = database_id !== undefined || table_id !== undefined
  const content = [collection_id, card_id, dashboard_id].filter((id) => id !== undefined)
  if (content.length > 0) return content.length === 1 && !isData && schema === undefined && !native
  if (native) return database_id !== undefined && schema === undefined && table_id === undefined
  return isData && (schema === undefined || database_id !== undefined)
}
const oneResource =
  'name one thing: database_id (with schema, table_id, or native=true), table_id, collection_id, card_id, or dashboard_id'

export const explainAccess = endpoint({
  ...read,
  path: '/api/permissions/explain',
  summary:
    'Why somebody may, or may not, use a table, a database, SQL, a collection, a card or a dashboard',
  query: resource.extend({ user_id: idInPath }).refine(isOneResource, oneResource),
  response: z.object({
    as_of: momentRecord,
    user: z.object({ id: z.int(), name: z.string() }),
    resource: resourceRecord,
    allowed: z.boolean(),
    level: schemaLevel,
    /** Not the whole of it, but a part. */
    partly: z.boolean(),
    sentence: z.string(),
    /** Since when the account is deactivated, if it is. */
    deactivated: factRecord.nullable(),
    /** The path that decides. */
    because: pathRecord.nullable(),
    paths: z.array(
      pathRecord.extend({
        standing: z.enum(['decides', 'as-good', 'weaker', 'partly', 'nothing']),
        /** The group whose path makes this one go unnoticed. */
        shadowed_by: z.int().nullable(),
      }),
    ),
  }),
})

const levels = z.enum([...new Set([...schemaLevels, ...nativeLevels, ...collectionLevels])])

export const listWhoCan = endpoint({
  ...read,
  path: '/api/permissions/who-can',
  summary:
    'Everybody who may use a table, a database, SQL, a collection, a card or a dashboard, and why',
  query: resource
    .extend({ ...paging, level: levels.exclude(['none']).optional() })
    .refine(isOneResource, oneResource),
  response: z.object({
    as_of: momentRecord,
    resource: resourceRecord,
    /** The weakest level that was looked for. */
    level: schemaLevel,
    sentence: z.string(),
    total: z.int(),
    users: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        level: schemaLevel,
        because: pathRecord,
        /** How many paths lead there. */
        ways: z.int(),
      }),
    ),
    groups: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        level: schemaLevel,
        /** Active ones. */
        members: z.int(),
        granted: factRecord.nullable(),
      }),
    ),
    /** Those who may use a part of it only, a page of them as of the users. */
    partly: z.object({
      total: z.int(),
      users: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          /** Those that open a part. */
          groups: z.array(z.object({ id: z.int(), name: z.string() })),
        }),
      ),
    }),
  }),
})

export const reportAccess = endpoint({
  ...read,
  rate: 'query',
  path: '/api/permissions/report',
  summary: 'Access review: who has what, through which group, since when, granted by whom',
  query: z.object({
    as_of: asOfInQuery.optional(),
    group_id: idInPath.optional(),
    format: z.enum(['csv', 'xlsx', 'json']).default('json'),
  }),
  response: download,
})
