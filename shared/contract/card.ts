import { z } from 'zod'
import { cardTypes } from '../cards/card-type.ts'
import { asOfInQuery } from './as-of.ts'
import { cardRecord } from './card-records.ts'
import { idInBody, idInPath, idParams, name, paging, prose } from './common.ts'
import {
  datasetQuery,
  exportFormats,
  jsonText,
  queryMetadata,
  queryParameter,
  queryResult,
} from './dataset.ts'
import { embeddingParams } from './embedding-params.ts'
import { download, endpoint, noContent } from './endpoint.ts'
import { versionRecord } from './version-record.ts'

const tag = 'Card'

const read = { side: 'query', access: 'session', rate: 'metadata', tag } as const
const run = { side: 'query', access: 'session', rate: 'query', tag } as const
const write = { side: 'command', access: 'session', rate: 'write', tag } as const

export const cardFilters = [
  'all',
  'mine',
  'archived',
  'bookmarked',
  'database',
  'table',
  'using_model',
  'recent',
  'popular',
] as const
export type CardFilter = (typeof cardFilters)[number]

/** What `model_id` is the id of. */
const aboutModel: ReadonlySet<CardFilter> = new Set(['database', 'table', 'using_model'])

export const listCards = endpoint({
  ...read,
  method: 'GET',
  path: '/api/card',
  summary: 'List the questions one may read by name; archived ones only with f=archived',
  query: z
    .object({ ...paging, f: z.enum(cardFilters).default('all'), model_id: idInPath.optional() })
    .refine(({ f, model_id }) => model_id !== undefined || !aboutModel.has(f), {
      path: ['model_id'],
      message: 'is needed for this filter',
    }),
  response: z.array(cardRecord),
})

export const getCard = endpoint({
  ...read,
  method: 'GET',
  path: '/api/card/:id',
  summary: 'One question, as it is or, with as_of, as it was at a version or a time',
  params: idParams,
  query: z.object({ as_of: asOfInQuery.optional() }),
  response: cardRecord,
})

export const getCardHistory = endpoint({
  ...read,
  method: 'GET',
  path: '/api/card/:id/history',
  summary: 'The versions of a question, the newest first: who changed what, and when',
  params: idParams,
  query: z.object(paging),
  response: z.array(versionRecord),
})

export const getCardMetadata = endpoint({
  ...read,
  method: 'GET',
  path: '/api/card/:id/query_metadata',
  summary: 'What one needs to know to build on a question, as far as one may ask its database',
  params: idParams,
  response: queryMetadata,
})

const description = prose(10_000)
const object = z.record(z.string(), z.json())
const display = name(100)
const cacheTtl = z.int().min(1).nullable()

/** A parameter a question declares; what else it holds is its client's business. */
const declared = object.refine((parameter) => queryParameter.safeParse(parameter).success, {
  message: 'must have texts as id and type, if any',
})

const parameters = z
  .array(declared)
  .max(1_000)
  .refine(
    (all) => {
      const ids = all.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
      return new Set(ids).size === ids.length
    },
    { message: 'must have an id of their own each' },
  )

/** What may come with a question when it is made or changed. */
const options = {
  description: description.nullish(),
  type: z.enum(cardTypes).nullish(),
  parameters: parameters.nullish(),
  result_metadata: z.array(object).nullish(),
  collection_id: idInBody.nullish(),
  cache_ttl: cacheTtl.optional(),
}

/** A question that is to be saved. */
export const newCardBody = z.object({
  ...options,
  name: name(),
  description: description.refine((text) => text.trim() !== '', 'must not be blank').nullish(),
  display,
  dataset_query: datasetQuery,
  visualization_settings: object,
})

export const createCard = endpoint({
  ...write,
  method: 'POST',
  path: '/api/card',
  summary: 'Save a question one may ask into a collection one may write to',
  body: newCardBody,
  response: cardRecord,
})

export const updateCard = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/card/:id',
  summary: 'Change, move, archive or restore a question; what is left out stays as it is',
  params: idParams,
  body: z.object({
    ...options,
    name: name().nullish(),
    display: display.nullish(),
    dataset_query: datasetQuery.nullish(),
    visualization_settings: object.nullish(),
    archived: z.boolean().nullish(),
    enable_embedding: z.boolean().nullish(),
    embedding_params: embeddingParams.nullish(),
  }),
  response: cardRecord,
})

export const deleteCard = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/card/:id',
  summary: 'Delete a question for good',
  params: idParams,
  response: noContent,
})

export const copyCard = endpoint({
  ...write,
  method: 'POST',
  path: '/api/card/:id/copy',
  summary: 'Save a question once more, beside itself unless a collection is named',
  params: idParams,
  body: z.object({ name: name().nullish(), collection_id: idInBody.nullish() }).optional(),
  response: cardRecord,
})

export const restoreCard = endpoint({
  ...write,
  method: 'POST',
  path: '/api/card/:id/restore',
  summary: 'Bring back what a version of a question asked and how it was shown, as a new version',
  params: idParams,
  body: z.object({ to_version: idInBody }),
  response: cardRecord,
})

const askedParameters = jsonText(z.array(queryParameter).nullish())

export const runCard = endpoint({
  ...run,
  method: 'POST',
  path: '/api/card/:id/query',
  summary: 'Run a saved question; whoever may read it may, whatever their data rights',
  params: idParams,
  body: z
    .object({ parameters: askedParameters, ignore_cache: z.boolean().default(false) })
    .optional(),
  response: queryResult,
})

export const exportCard = endpoint({
  ...run,
  method: 'POST',
  path: '/api/card/:id/query/:format',
  summary: 'Run a saved question and download its result as csv, xlsx or json',
  params: z.object({ id: idInPath, format: z.enum(exportFormats) }),
  form: true,
  body: z
    .object({
      parameters: askedParameters,
      format_rows: z.boolean().default(false),
      pivot_results: z.boolean().default(false),
      csv_include_bom: z.boolean().default(false),
    })
    .optional(),
  response: download,
})
