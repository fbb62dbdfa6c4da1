import { z } from 'zod'
import { actionTypes, implicitKinds } from '../actions/kinds.ts'
import { actionPreview, actionRecord, actionResult, actionRunRecord } from './action-records.ts'
import { httpTemplateBody } from './action-template.ts'
import { flagInQuery, idInBody, idInPath, idParams, name, paging, prose } from './common.ts'
import { datasetQuery, jsonText } from './dataset.ts'
import { endpoint, noContent } from './endpoint.ts'
import { versionRecord } from './version-record.ts'

const tag = 'Action'
const path = '/api/action'

const read = { side: 'query', access: 'session', rate: 'metadata', tag, method: 'GET' } as const
const write = { side: 'command', access: 'session', rate: 'write', tag } as const

const object = z.record(z.string(), z.json())

/** A parameter its client describes; for SQL, the tags in it say which there are. */
const parameters = z
  .array(object.refine(({ id }) => typeof id === 'string' && id !== '', 'must have a text as id'))
  .max(1_000)
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'must have an id of their own each',
  )

/** Expressions over the answer of another service are no language of ours. */
const noHandle = z
  .string()
  .refine((text) => text.trim() === '', 'is not supported: statuses from 400 on are failures')
  .nullish()

const options = {
  description: prose(10_000).nullish(),
  model_id: idInBody.nullish(),
  database_id: idInBody.nullish(),
  kind: z.enum(implicitKinds).nullish(),
  dataset_query: datasetQuery.nullish(),
  template: httpTemplateBody.nullish(),
  response_handle: noHandle,
  error_handle: noHandle,
  parameters: parameters.nullish(),
  visualization_settings: object.nullish(),
}

export const newActionBody = z.object({ ...options, name: name(), type: z.enum(actionTypes) })
export type NewActionBody = z.infer<typeof newActionBody>

export const changedActionBody = z.object({
  ...options,
  name: name().nullish(),
  type: z.enum(actionTypes).nullish(),
  archived: z.boolean().nullish(),
})
export type ChangedActionBody = z.infer<typeof changedActionBody>

export const listActions = endpoint({
  ...read,
  path,
  summary: 'List the actions of models one may read, of one model with `model-id`, by name',
  query: z.object({
    ...paging,
    'model-id': idInPath.optional(),
    archived: flagInQuery.default(false),
  }),
  response: z.array(actionRecord),
})

export const getAction = endpoint({
  ...read,
  path: `${path}/:id`,
  summary: 'One action; those of implicit actions have a parameter for each column',
  params: idParams,
  response: actionRecord,
})

export const getActionHistory = endpoint({
  ...read,
  path: `${path}/:id/history`,
  summary: 'The versions of an action, the newest first: who changed what, and when',
  params: idParams,
  query: z.object(paging),
  response: z.array(versionRecord),
})

export const listActionRuns = endpoint({
  ...read,
  path: `${path}/:id/runs`,
  summary:
    'The runs of an action, the newest first, for its creator and admins; no values are kept',
  params: idParams,
  query: z.object(paging),
  response: z.array(actionRunRecord),
})

export const createAction = endpoint({
  ...write,
  method: 'POST',
  path,
  summary:
    'Make an action: `implicit` on the one table of a model, `query` of SQL, or `http`. It takes ' +
    'write on the collection of the model, and the right to write what it is to write',
  body: newActionBody,
  response: actionRecord,
})

export const updateAction = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Change, archive or restore an action; what is left out stays, but with another `type`',
  params: idParams,
  body: changedActionBody,
  response: actionRecord,
})

export const deleteAction = endpoint({
  ...write,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete an action for good; its buttons do nothing any more',
  params: idParams,
  response: noContent,
})

/** Values by the id, or the name, of their parameter. */
const actionValues = object.refine(
  (values) => Object.keys(values).length <= 1_000,
  'must have at most 1000 values',
)

export const executeAction = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/:id/execute`,
  summary: 'Run an action, once, in one transaction: what fails leaves nothing behind',
  params: idParams,
  body: z.object({ parameters: actionValues }),
  response: actionResult,
})

/** What fits into any address. */
const longestText = 8_000

const valuesInQuery = z.object({
  parameters: z
    .string()
    .max(longestText, `must have at most ${longestText} characters`)
    .transform((text): unknown => text)
    .pipe(jsonText(actionValues.nullable()))
    .optional(),
})

export const previewAction = endpoint({
  ...read,
  path: `${path}/:id/execute`,
  summary: 'What a run would do, without doing it; `parameters` is a JSON object as text',
  params: idParams,
  query: valuesInQuery,
  response: actionPreview,
})

const button = { id: idInPath, dashcardId: idInPath }

export const executeDashboardAction = endpoint({
  ...write,
  method: 'POST',
  path: '/api/dashboard/:id/dashcard/:dashcardId/execute',
  summary: 'Run the action of a button on a dashboard',
  params: z.object(button),
  body: executeAction.body,
  response: actionResult,
})

export const previewDashboardAction = endpoint({
  ...read,
  path: '/api/dashboard/:id/dashcard/:dashcardId/execute',
  summary: 'What the action of a button on a dashboard would do, without doing it',
  params: z.object(button),
  query: valuesInQuery,
  response: actionPreview,
})
