import { z } from 'zod'
import { asOfInQuery } from './as-of.ts'
import { idInBody, idParams, name, paging, prose } from './common.ts'
import { dashboardRecord, dashboardSummary, dashcardRecord } from './dashboard-records.ts'
import { changedDashcard, newDashcard, tabBody, wholeDashcard } from './dashcard-body.ts'
import { embeddingParams } from './embedding-params.ts'
import { endpoint, noContent } from './endpoint.ts'
import { versionRecord } from './version-record.ts'

const tag = 'Dashboard'

const read = { side: 'query', access: 'session', rate: 'metadata', tag } as const
const write = { side: 'command', access: 'session', rate: 'write', tag } as const

const object = z.record(z.string(), z.json())

export const dashboardFilters = ['all', 'mine', 'archived'] as const
export type DashboardFilter = (typeof dashboardFilters)[number]

export const listDashboards = endpoint({
  ...read,
  method: 'GET',
  path: '/api/dashboard',
  summary: 'List the dashboards one may read by name; archived ones only with f=archived',
  query: z.object({ ...paging, f: z.enum(dashboardFilters).default('all') }),
  response: z.array(dashboardSummary),
})

export const getDashboard = endpoint({
  ...read,
  method: 'GET',
  path: '/api/dashboard/:id',
  summary:
    'One dashboard with its cards, as it is or, with as_of, as it was at a version or a time',
  params: idParams,
  query: z.object({ as_of: asOfInQuery.optional() }),
  response: dashboardRecord,
})

export const getDashboardHistory = endpoint({
  ...read,
  method: 'GET',
  path: '/api/dashboard/:id/history',
  summary: 'The versions of a dashboard, the newest first: who changed what, and when',
  params: idParams,
  query: z.object(paging),
  response: z.array(versionRecord),
})

/** A parameter of a dashboard; what else it holds is its client's business. */
const parameter = object.refine(
  ({ id, type }) => typeof id === 'string' && id !== '' && typeof type === 'string',
  { message: 'must have texts as id and type' },
)

const parameters = z
  .array(parameter)
  .max(1_000)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    message: 'must have an id of their own each',
  })

const uniqueIds = (items: readonly { readonly id: number }[]): boolean =>
  new Set(items.map(({ id }) => id)).size === items.length

const mostCards = 1_000
const dashcards = z
  .array(wholeDashcard)
  .max(mostCards)
  .refine(uniqueIds, { message: 'must have an id of their own each' })
const tabs = z
  .array(tabBody)
  .max(100)
  .refine(uniqueIds, { message: 'must have an id of their own each' })

const options = {
  description: prose(10_000).nullish(),
  parameters: parameters.nullish(),
  collection_id: idInBody.nullish(),
  cache_ttl: z.int().min(1).nullish(),
  width: z.enum(['fixed', 'full']).nullish(),
  auto_apply_filters: z.boolean().nullish(),
}

/** A dashboard that is to be made. */
export const newDashboardBody = z.object({ ...options, name: name() })

export const createDashboard = endpoint({
  ...write,
  method: 'POST',
  path: '/api/dashboard',
  summary: 'Make an empty dashboard in a collection one may write to',
  body: newDashboardBody,
  response: dashboardRecord,
})

export const updateDashboard = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/dashboard/:id',
  summary:
    'Change, move, archive or restore a dashboard; what is left out stays as it is. `dashcards` and ' +
    '`tabs` are the whole new sets. With `version`, the one that was read, changes that others made ' +
    'since are kept; 409 where both changed the same',
  params: idParams,
  body: z.object({
    ...options,
    name: name().nullish(),
    dashcards: dashcards.nullish(),
    tabs: tabs.nullish(),
    archived: z.boolean().nullish(),
    enable_embedding: z.boolean().nullish(),
    embedding_params: embeddingParams.nullish(),
    version: z.int().min(1).optional(),
  }),
  response: dashboardRecord,
})

export const deleteDashboard = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/dashboard/:id',
  summary: 'Delete a dashboard for good; the saved questions on it stay',
  params: idParams,
  response: noContent,
})

export const addDashcard = endpoint({
  ...write,
  method: 'POST',
  path: '/api/dashboard/:id/cards',
  summary: 'Put a saved question one may read, or a text, on a dashboard',
  params: idParams,
  body: newDashcard,
  response: dashcardRecord,
})

export const changeDashcards = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/dashboard/:id/cards',
  summary: 'Place cards anew, or change their settings; cards that are not named stay as they are',
  params: idParams,
  body: z.object({ cards: z.array(changedDashcard).min(1).max(mostCards).refine(uniqueIds) }),
  response: z.object({
    cards: z.array(dashcardRecord),
    tabs: dashboardRecord.shape.tabs,
    status: z.literal('ok'),
  }),
})

export const removeDashcard = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/dashboard/:id/cards',
  summary: 'Take a card off a dashboard; the saved question stays',
  params: idParams,
  query: z.object({
    dashcardId: z
      .string()
      .regex(/^[1-9]\d{0,9}$/)
      .transform(Number)
      .optional(),
  }),
  body: z.object({ dashcardId: idInBody }).optional(),
  response: noContent,
})

export const copyDashboard = endpoint({
  ...write,
  method: 'POST',
  path: '/api/dashboard/:id/copy',
  summary:
    'Make a dashboard once more, beside itself unless a collection is named; with is_deep_copy its ' +
    'questions, too, but not models and metrics. What is gone is left out, and told as `uncopied`; of a ' +
    'deep copy also what one may not read. One that no single change can hold, of 512 KiB, is made in ' +
    'several versions',
  params: idParams,
  body: z
    .object({
      name: name().nullish(),
      description: options.description,
      collection_id: idInBody.nullish(),
      /** Copies of the questions, too, in the same collection as the dashboard. */
      is_deep_copy: z.boolean().nullish(),
    })
    .optional(),
  response: dashboardRecord.extend({ uncopied: z.array(z.object({ id: z.int() })) }),
})

export const restoreDashboard = endpoint({
  ...write,
  method: 'POST',
  path: '/api/dashboard/:id/restore',
  summary:
    'Bring back what a dashboard was at a version, as a new version, or several of a large one',
  params: idParams,
  body: z.object({ to_version: idInBody }),
  response: dashboardRecord,
})

export const listEmbeddableDashboards = endpoint({
  ...read,
  method: 'GET',
  path: '/api/dashboard/embeddable',
  access: 'admin',
  summary: 'The dashboards that may be embedded',
  query: z.object(paging),
  response: z.array(z.object({ id: z.int(), name: z.string() })),
})
