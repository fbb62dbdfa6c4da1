import { z } from 'zod'
import { cardRecord } from './card-records.ts'
import { idInBody, idInPath, idParams, idsInQuery, paging } from './common.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Card'

const read = { side: 'query', rate: 'metadata', tag } as const

const mentions = z.array(z.object({ id: z.int(), name: z.string() }))

export const listEmbeddableCards = endpoint({
  ...read,
  access: 'admin',
  method: 'GET',
  path: '/api/card/embeddable',
  summary: 'List the questions that may be embedded, by name',
  query: z.object(paging),
  response: mentions,
})

export const listDashboardsOfCard = endpoint({
  ...read,
  access: 'session',
  method: 'GET',
  path: '/api/card/:id/dashboards',
  summary: 'List the dashboards one may read that show a question, by name',
  params: idParams,
  response: mentions,
})

export const listSeriesOfCard = endpoint({
  ...read,
  access: 'session',
  method: 'GET',
  path: '/api/card/:id/series',
  summary: 'List the questions whose answers a chart can show beside its own, 50 at a time',
  params: idParams,
  query: z.object({
    /** Part of a name. */
    query: z.string().optional(),
    exclude_ids: idsInQuery.optional(),
    /** The least id of the page before. */
    last_cursor: idInPath.optional(),
  }),
  repeatable: ['exclude_ids'],
  response: z.array(cardRecord),
})

export const moveCards = endpoint({
  side: 'command',
  access: 'session',
  rate: 'write',
  tag,
  method: 'POST',
  path: '/api/card/collections',
  summary: 'Move questions into a collection, all or, if one of them may not be moved, none',
  body: z.object({
    card_ids: z.array(idInBody).max(1_000, 'must have at most 1000 ids'),
    /** Null stands for the root. */
    collection_id: idInBody.nullish(),
  }),
  response: z.object({ status: z.literal('ok') }),
})
