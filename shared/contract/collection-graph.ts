import { z } from 'zod'
import { collectionLevel, collectionLevels } from '../permissions/levels.ts'
import { accessEffect, collectionId } from './access-effect.ts'
import { asOfInQuery } from './as-of.ts'
import { dryRunQuery, prose } from './common.ts'
import { endpoint } from './endpoint.ts'
import { idKey, keyed, oneOf } from './keyed.ts'

const graph = { path: '/api/collection/graph', access: 'admin', tag: 'Collection' } as const

const level = z.enum(collectionLevels, { error: `must be one of ${oneOf(collectionLevels)}` })

const wantedGroups = z.record(
  idKey,
  z.record(z.union([z.literal('root'), idKey]), level, keyed('ids of collections, or `root`,')),
  keyed('ids of groups'),
)
/** What a request says about groups and collections; the rest stays as it is. */
export type WantedCollectionLevels = z.infer<typeof wantedGroups>

/** Rights on collections: group id → collection id or `root` → level, every one of them said. */
export const collectionGraph = z.object({
  revision: z.int(),
  groups: z.record(z.string(), z.record(z.string(), collectionLevel)),
})
export type CollectionGraph = z.infer<typeof collectionGraph>

/** What a change of the graph would do; `revision` is the one there is. */
export const collectionGraphTrial = z.object({
  dry_run: z.literal(true),
  revision: z.int(),
  /** Null where nothing was said before. */
  changes: z.array(
    z.object({
      group_id: z.int(),
      collection_id: collectionId,
      from: collectionLevel.nullable(),
      to: collectionLevel,
    }),
  ),
  ...accessEffect.shape,
})
export type CollectionGraphTrial = z.infer<typeof collectionGraphTrial>

export const getCollectionGraph = endpoint({
  ...graph,
  method: 'GET',
  side: 'query',
  rate: 'metadata',
  summary: 'Which group may do what with which collection; also as it was `as_of` a moment',
  query: z.object({ as_of: asOfInQuery.optional() }),
  versioned: true,
  response: collectionGraph,
})

export const updateCollectionGraph = endpoint({
  ...graph,
  method: 'PUT',
  side: 'command',
  rate: 'write',
  summary: 'Change what is named in the graph; with `dry_run`, tell what that would do',
  query: dryRunQuery,
  body: z.object({
    revision: z.int(),
    groups: wantedGroups,
    comment: prose(2_000).nullish(),
  }),
  response: z.union([collectionGraph, collectionGraphTrial]),
})
