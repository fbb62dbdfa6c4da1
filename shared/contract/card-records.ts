import { z } from 'zod'
import { cardTypes } from '../cards/card-type.ts'
import { collectionMention } from './collection.ts'
import { authoredFields } from './creator-record.ts'

const object = z.record(z.string(), z.json())

/** A saved question, as it is or as it was. */
export const cardRecord = z.object({
  id: z.int(),
  entity_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(cardTypes),
  display: z.string(),
  dataset_query: object,
  query_type: z.enum(['query', 'native']),
  database_id: z.int(),
  /** The table at the bottom of its query; null for SQL. */
  table_id: z.int().nullable(),
  visualization_settings: object,
  parameters: z.array(object),
  /** The columns it answers; null while nobody knows them. */
  result_metadata: z.array(object).nullable(),
  /** Null stands for the root. */
  collection_id: z.int().nullable(),
  collection: collectionMention.nullable(),
  /** Put away, itself or with its collection. */
  archived: z.boolean(),
  enable_embedding: z.boolean(),
  embedding_params: object.nullable(),
  /** Null while sharing by link is off. */
  public_uuid: z.string().nullable(),
  cache_ttl: z.int().nullable(),
  ...authoredFields,
})
export type CardRecord = z.infer<typeof cardRecord>
