import { z } from 'zod'
import { idInPath, idParams, name, paging } from './common.ts'
import { queryParameter } from './dataset.ts'
import { endpoint, noContent } from './endpoint.ts'
import { parameterValue } from './parameter-values.ts'
import {
  channelsBody,
  runRecord,
  subscribedCardBody,
  subscriptionRecord,
} from './subscription-records.ts'

const tag = 'Subscriptions'

const read = { side: 'query', access: 'session', rate: 'metadata', tag, method: 'GET' } as const
const write = { side: 'command', access: 'session', rate: 'write', tag, method: 'POST' } as const

const base = '/api/dashboard/:id/subscriptions'
const one = z.object({ id: idInPath, subscriptionId: idInPath })

const mostCards = 200
const mostParameters = 100

const single = parameterValue.nullable()
/** One value or several; null and none say nothing. */
const setTo = single.or(z.array(single))

const wanted = {
  /** The name of the dashboard unless told otherwise. */
  name: name().nullish(),
  /** None: all that is on the dashboard, without files. */
  cards: z.array(subscribedCardBody).max(mostCards, `must have at most ${mostCards}`).nullish(),
  /** `{id, value}`: what filters of the dashboard are set to, in place of their defaults. */
  parameters: z
    .array(queryParameter.extend({ id: z.string(), value: setTo.optional() }))
    .max(mostParameters, `must have at most ${mostParameters}`)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
      message: 'must have an id of their own each',
    })
    .nullish(),
  skip_if_empty: z.boolean().nullish(),
}

export const createSubscription = endpoint({
  ...write,
  path: base,
  summary: 'Have a dashboard one may read sent by mail or to a chat, again and again',
  params: idParams,
  body: z.object({ ...wanted, channels: channelsBody }),
  response: subscriptionRecord,
})

export const listSubscriptions = endpoint({
  ...read,
  path: base,
  summary: 'The subscriptions of a dashboard: one’s own, and for admins all',
  params: idParams,
  query: z.object(paging),
  response: z.array(subscriptionRecord),
})

export const updateSubscription = endpoint({
  ...write,
  method: 'PUT',
  path: `${base}/:subscriptionId`,
  summary: 'Change a subscription; what is not said stays',
  params: one,
  body: z.object({ ...wanted, channels: channelsBody.nullish() }),
  response: subscriptionRecord,
})

export const deleteSubscription = endpoint({
  ...write,
  method: 'DELETE',
  path: `${base}/:subscriptionId`,
  summary: 'End a subscription',
  params: one,
  response: noContent,
})

export const sendSubscription = endpoint({
  ...write,
  path: `${base}/:subscriptionId/send`,
  summary:
    'Send it now: to oneself by mail, or to all its recipients; its runs tell what became of it',
  params: one,
  body: z.object({ to: z.enum(['me', 'all']).default('me') }).optional(),
  response: z.object({ run: z.string() }),
})

export const listSubscriptionRuns = endpoint({
  ...read,
  path: `${base}/:subscriptionId/runs`,
  summary: 'What became of it each time, the last first: the last 200 tries',
  params: one,
  query: z.object(paging),
  response: z.array(runRecord),
})
