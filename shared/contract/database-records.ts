import { z } from 'zod'

const hour = z.int().min(0).max(23).nullish()

/** When something happens again: hourly, daily, weekly or monthly. */
export const schedule = z.object({
  schedule_type: z.enum(['hourly', 'daily', 'weekly', 'monthly']),
  schedule_hour: hour,
  schedule_day: z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']).nullish(),
  schedule_frame: z.enum(['first', 'mid', 'last']).nullish(),
})
export type Schedule = z.infer<typeof schedule>

export const schedules = z.object({
  metadata_sync: schedule.optional(),
  cache_field_values: schedule.nullish(),
})
export type Schedules = z.infer<typeof schedules>

const actionsKey = 'database-enable-actions'

/** What an admin has to say of a database; null is the default: on, where its engine is written to. */
export const databaseSettings = z.strictObject({ [actionsKey]: z.boolean().nullish() })

export const nullableText = z.string().nullable()

export const fieldRecord = z.object({
  id: z.int(),
  table_id: z.int(),
  name: z.string(),
  display_name: z.string(),
  description: nullableText,
  database_type: z.string(),
  base_type: z.string(),
  effective_type: z.string(),
  semantic_type: nullableText,
  coercion_strategy: z.null(),
  visibility_type: z.literal('normal'),
  active: z.boolean(),
  position: z.int(),
  database_position: z.int(),
  database_required: z.boolean(),
  fk_target_field_id: z.int().nullable(),
  has_field_values: z.enum(['list', 'search', 'none']),
  parent_id: z.null(),
  settings: z.null(),
  fingerprint: z.null(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type FieldRecord = z.infer<typeof fieldRecord>

const target = z.object({ id: z.int(), table_id: z.int(), name: z.string() }).nullable()
export const fieldInTable = fieldRecord.extend({ target })

export const tableRecord = z.object({
  id: z.int(),
  db_id: z.int(),
  schema: z.string(),
  name: z.string(),
  display_name: z.string(),
  description: nullableText,
  entity_type: z.string(),
  kind: z.enum(['table', 'view']),
  active: z.boolean(),
  visibility_type: z.null(),
  field_order: z.literal('database'),
  initial_sync_status: z.enum(['incomplete', 'complete', 'aborted']),
  created_at: z.string(),
  updated_at: z.string(),
})
export type TableRecord = z.infer<typeof tableRecord>

export const tableWithFields = tableRecord.extend({
  fields: z.array(fieldInTable),
  segments: z.array(z.never()),
  metrics: z.array(z.never()),
})

export const databaseRecord = z.object({
  id: z.int(),
  name: z.string(),
  engine: z.string(),
  /** Secrets are masked. */
  details: z.record(z.string(), z.json()),
  features: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  is_sample: z.boolean(),
  is_full_sync: z.boolean(),
  schedules,
  /** Whether actions may write to it. */
  settings: z.object({ [actionsKey]: z.boolean() }),
  timezone: nullableText,
  dbms_version: nullableText,
  creator_id: z.int().nullable(),
  description: z.null(),
  native_permissions: z.enum(['write', 'none']),
  initial_sync_status: z.enum(['incomplete', 'complete', 'aborted']),
  sync: z.object({
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    /** Tables gone through, and how many there are, while it runs. */
    done: z.int().optional(),
    total: z.int().optional(),
    error: z.string().optional(),
    requested_at: z.string(),
    finished_at: nullableText,
  }),
})
export type DatabaseRecord = z.infer<typeof databaseRecord>
