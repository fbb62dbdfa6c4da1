import { z } from 'zod'
import { cardRecord } from './card-records.ts'
import { collectionMention } from './collection.ts'
import { authoredFields } from './creator-record.ts'

const object = z.record(z.string(), z.json())

/** What stands on a dashboard of a saved question one may not read: that it is there. */
const hiddenCard = z.object({ id: z.int() })

/** A card in its place, under the names of the contract and under those of other clients. */
export const dashcardRecord = z.object({
  id: z.int(),
  dashboard_id: z.int(),
  /** Null for text, headings and links. */
  card_id: z.int().nullable(),
  cardId: z.int().nullable(),
  /** What its button runs; that may be gone by now. */
  action_id: z.int().nullable(),
  dashboard_tab_id: z.int().nullable(),
  row: z.int(),
  col: z.int(),
  sizeX: z.int(),
  sizeY: z.int(),
  size_x: z.int(),
  size_y: z.int(),
  parameter_mappings: z.array(object).readonly(),
  visualization_settings: object,
  inline_parameters: z.array(z.string()),
  series: z.array(cardRecord.or(hiddenCard)),
  card: cardRecord.or(hiddenCard).nullable(),
  entity_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type DashcardRecord = z.infer<typeof dashcardRecord>

export const tabRecord = z.object({
  id: z.int(),
  dashboard_id: z.int(),
  name: z.string(),
  position: z.int(),
})

/** A dashboard in a list. */
export const dashboardSummary = z.object({
  id: z.int(),
  entity_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Null stands for the root. */
  collection_id: z.int().nullable(),
  collection: collectionMention.nullable(),
  parameters: z.array(object),
  width: z.enum(['fixed', 'full']),
  auto_apply_filters: z.boolean(),
  cache_ttl: z.int().nullable(),
  /** Put away, itself or with its collection. */
  archived: z.boolean(),
  enable_embedding: z.boolean(),
  embedding_params: object.nullable(),
  public_uuid: z.string().nullable(),
  ...authoredFields,
})
export type DashboardSummary = z.infer<typeof dashboardSummary>

/** A dashboard with all that stands on it, as it is or as it was. */
export const dashboardRecord = dashboardSummary.extend({
  dashcards: z.array(dashcardRecord),
  tabs: z.array(tabRecord),
  /** Questions that visitors do not see where it is embedded: a locked filter says nothing of them. */
  left_out_when_embedded: z.array(z.object({ dashcard_id: z.int(), card_id: z.int() })),
})
export type DashboardRecord = z.infer<typeof dashboardRecord>
