import { z } from 'zod'
import { fieldRecord } from './database-records.ts'
import { columnRecord } from './dataset.ts'

const object = z.record(z.string(), z.json())

/** A filter of a question or a dashboard, as far as it has to be shown. */
const publicParameter = object

/** A field that a filter is about: how to offer its values. */
export const publicField = fieldRecord.pick({
  id: true,
  display_name: true,
  base_type: true,
  effective_type: true,
  semantic_type: true,
  has_field_values: true,
})
export type PublicField = z.infer<typeof publicField>

/** Fields by their ids. */
const paramFields = z.record(z.string(), publicField)

/** A question as far as its chart needs it: what it asks is nobody's business. */
export const publicCardOnDashboard = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  display: z.string(),
  visualization_settings: object,
  /** Of SQL the names of its tags; of anything else that it is something else. */
  dataset_query: z.object({
    type: z.enum(['query', 'native']),
    native: z
      .object({ 'template-tags': z.record(z.string(), z.object({ name: z.string() })) })
      .optional(),
  }),
  parameters: z.array(publicParameter),
})
export type PublicCardOnDashboard = z.infer<typeof publicCardOnDashboard>

/** A question that is seen without signing in. */
export const publicCardRecord = publicCardOnDashboard.extend({ param_fields: paramFields })
export type PublicCard = z.infer<typeof publicCardRecord>

export const publicDashcard = z.object({
  id: z.int(),
  dashboard_id: z.int(),
  /** Null for text, headings and links. */
  card_id: z.int().nullable(),
  card: publicCardOnDashboard.nullable(),
  series: z.array(publicCardOnDashboard),
  dashboard_tab_id: z.int().nullable(),
  row: z.int(),
  col: z.int(),
  sizeX: z.int(),
  sizeY: z.int(),
  size_x: z.int(),
  size_y: z.int(),
  /** Which filters of the dashboard say something of which card. */
  parameter_mappings: z.array(object),
  visualization_settings: object,
  inline_parameters: z.array(z.string()),
})
export type PublicDashcard = z.infer<typeof publicDashcard>

/** A dashboard that is seen without signing in. */
export const publicDashboardRecord = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.array(publicParameter),
  param_fields: paramFields,
  tabs: z.array(z.object({ id: z.int(), name: z.string(), position: z.int() })),
  auto_apply_filters: z.boolean(),
  width: z.enum(['fixed', 'full']),
  dashcards: z.array(publicDashcard),
})
export type PublicDashboard = z.infer<typeof publicDashboardRecord>

/** A column as far as a chart needs it. */
const publicColumn = z.object({
  ...columnRecord.shape,
  /** The temporal bucket, where the column has one. */
  unit: z.string().optional(),
  binning_info: z.looseObject({ binning_strategy: z.string() }).optional(),
  settings: z.json().optional(),
})

/** A result without what was asked and of whom; of a failed one, no more than that it failed. */
export const publicResultRecord = z.object({
  status: z.enum(['completed', 'failed']),
  data: z.object({
    rows: z.array(z.array(z.json()).readonly()).readonly(),
    cols: z.array(publicColumn).readonly(),
    insights: z.null().optional(),
    rows_truncated: z.int().optional(),
    results_timezone: z.string().optional(),
    requested_timezone: z.string().optional(),
  }),
  row_count: z.int(),
  error: z.string().optional(),
  error_type: z.string().optional(),
})
export type PublicResult = z.input<typeof publicResultRecord>
