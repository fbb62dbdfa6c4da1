import { z } from 'zod'
import { executeAction } from './action.ts'
import { actionResult, publicActionRecord } from './action-records.ts'
import { idParams, paging } from './common.ts'
import { endpoint, noContent } from './endpoint.ts'
import { shareCard } from './public-link.ts'

const write = { side: 'command', access: 'admin', rate: 'write', tag: 'Public links' } as const

export const shareAction = endpoint({
  ...write,
  method: 'POST',
  path: '/api/action/:id/public_link',
  summary:
    'Let everybody who has the link run an action; the link there is stays. To what a model is ' +
    'turned later it does not lead, until its implicit action is saved again',
  params: idParams,
  body: shareCard.body,
  response: shareCard.response,
})

export const unshareAction = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/action/:id/public_link',
  summary: 'Remove the link of an action; another one made later is a new one',
  params: idParams,
  response: noContent,
})

export const listSharedActions = endpoint({
  side: 'query',
  access: 'admin',
  rate: 'metadata',
  tag: 'Public links',
  method: 'GET',
  path: '/api/action/public',
  summary: 'The actions that everybody who has the link may run',
  query: z.object(paging),
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      public_uuid: z.string(),
      model_id: z.int().nullable(),
    }),
  ),
})

const open = { access: 'anyone', rate: 'public', tag: 'Public' } as const
const uuid = z.object({ uuid: z.uuid().toLowerCase() })

export const getPublicAction = endpoint({
  ...open,
  side: 'query',
  method: 'GET',
  path: '/api/public/action/:uuid',
  summary: 'An action shared by a link, without what it does and without hidden parameters',
  params: uuid,
  response: publicActionRecord,
})

export const executePublicAction = endpoint({
  ...open,
  side: 'command',
  method: 'POST',
  path: '/api/public/action/:uuid/execute',
  summary: 'Run an action shared by a link, at most 10 times a second',
  params: uuid,
  body: executeAction.body,
  response: actionResult,
})
