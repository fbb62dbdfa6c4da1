import { z } from 'zod'
import { actionTypes, httpMethods, implicitKinds, runOutcomes, runWays } from '../actions/kinds.ts'
import { authoredFields } from './creator-record.ts'
import { actorRecord } from './permission-history-records.ts'

const object = z.record(z.string(), z.json())

const httpRequest = z.object({
  method: z.enum(httpMethods),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
})

/** An action as whoever may read its model sees it. */
export const actionRecord = z.object({
  id: z.int(),
  entity_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(actionTypes),
  model_id: z.int().nullable(),
  /** Where it writes: of implicit and http actions the database of their model. */
  database_id: z.int().nullable(),
  /** Of implicit actions. */
  kind: z.enum(implicitKinds).nullable(),
  /** Of query actions. */
  dataset_query: object.nullable(),
  /** Of http actions; values of secret headers are masked. */
  template: httpRequest.nullable(),
  parameters: z.array(object).readonly(),
  visualization_settings: object,
  archived: z.boolean(),
  /** Null while sharing by link is off. */
  public_uuid: z.string().nullable(),
  ...authoredFields,
})
export type ActionRecord = z.infer<typeof actionRecord>

/** An action as those see it who did not sign in: what its form needs, and nothing of what it does. */
export const publicActionRecord = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.array(object).readonly(),
  visualization_settings: object,
})
export type PublicActionRecord = z.infer<typeof publicActionRecord>

/** What came of a run that was done. */
export const actionResult = z.looseObject({
  /** One entry for each statement; none for calls to other services. */
  'rows-affected': z.array(z.int()).readonly(),
  success: z.literal(true),
  /** The row that an implicit action made, where its engine answers it. */
  'created-row': z.record(z.string(), z.json()).optional(),
  /** What another service answered. */
  'remote-status': z.int().optional(),
  'remote-body': z.json().optional(),
})
export type ActionResult = z.infer<typeof actionResult>

/** What a run would do. The values its form begins with stand beside `action-preview`. */
export const actionPreview = z
  .object({
    'action-preview': z.object({
      type: z.enum(actionTypes),
      kind: z.enum(implicitKinds).nullable(),
      /** The row as it is, by slugs of its columns; null where there is none, or none is concerned. */
      'current-row': z.record(z.string(), z.json()).nullable(),
      /** The statement, and the values that are bound in it, in the order of their places. */
      sql: z.string().nullable(),
      parameters: z.array(z.json()).nullable(),
      /** Of http actions; secrets are masked. */
      request: httpRequest.nullable(),
    }),
  })
  .catchall(z.json())
export type ActionPreview = z.infer<typeof actionPreview>

/** A run, for those who answer for an action; values are not kept. */
export const actionRunRecord = z.object({
  id: z.string(),
  action_id: z.int(),
  action_version: z.int(),
  type: z.enum(actionTypes),
  database_id: z.int().nullable(),
  way: z.enum(runWays),
  public_uuid: z.string().nullable(),
  user: actorRecord,
  /** Names of the parameters that got a value. */
  parameters: z.array(z.string()).readonly(),
  /** Null while it runs. */
  outcome: z.enum(runOutcomes).nullable(),
  rows_affected: z.array(z.int()).readonly(),
  duration_ms: z.int().nullable(),
  problem: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
})
export type ActionRunRecord = z.infer<typeof actionRunRecord>
