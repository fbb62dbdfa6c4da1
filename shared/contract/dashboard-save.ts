import { z } from 'zod'
import { newCardBody } from './card.ts'
import { idInBody, idParams } from './common.ts'
import { getDashboard, newDashboardBody } from './dashboard.ts'
import { embeddedDashcard, tabBody } from './dashcard-body.ts'
import { endpoint } from './endpoint.ts'

const write = {
  side: 'command',
  access: 'session',
  rate: 'write',
  tag: 'Dashboard',
  method: 'POST',
} as const

/** A saved question, or one that is to be saved. */
const question = z
  .looseObject({ id: idInBody })
  .or(newCardBody.omit({ collection_id: true }).extend({ id: z.int().max(0).nullish() }))
export type EmbeddedQuestion = z.infer<typeof question>

/** Each is examined and saved before the answer, whether it is a new one or a copy. */
export const mostNewQuestions = 200

const isNew = (one: EmbeddedQuestion | null | undefined): boolean =>
  one != null && (one.id ?? 0) <= 0

const dashcards = z
  .array(embeddedDashcard(question))
  .max(1_000)
  .refine(
    (all) =>
      all.flatMap(({ card, series }) => [card, ...(series ?? [])]).filter(isNew).length <=
      mostNewQuestions,
    { message: `must have no more than ${mostNewQuestions} questions that are not saved yet` },
  )

const body = newDashboardBody.extend({
  dashcards: dashcards.nullish(),
  tabs: z.array(tabBody).max(100).nullish(),
})
export type WholeDashboard = z.infer<typeof body>

export const saveDashboard = endpoint({
  ...write,
  path: '/api/dashboard/save',
  summary: 'Save a dashboard with all that stands on it; questions that are not saved yet are, too',
  body,
  response: getDashboard.response,
})

export const saveDashboardIn = endpoint({
  ...write,
  path: '/api/dashboard/save/collection/:id',
  summary: 'The same into a collection',
  params: idParams,
  body,
  response: getDashboard.response,
})
