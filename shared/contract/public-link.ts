import { z } from 'zod'
import { idParams, paging } from './common.ts'
import { endpoint, noContent } from './endpoint.ts'

const write = {
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag: 'Public links',
  method: 'POST',
} as const
const read = {
  side: 'query',
  access: 'admin',
  rate: 'metadata',
  tag: 'Public links',
  method: 'GET',
} as const

const wanted = z
  .object({
    /** From then on the link leads nowhere; null or nothing: it holds until it is removed. */
    expires_at: z.iso.datetime({ offset: true }).nullish(),
    /** A new link in place of the one there is, which leads nowhere from now on. */
    rotate: z.boolean().default(false),
  })
  .optional()

const link = z.object({ uuid: z.string(), expires_at: z.string().nullable() })

const shared = z.object({ id: z.int(), name: z.string(), public_uuid: z.string() })

export const shareCard = endpoint({
  ...write,
  path: '/api/card/:id/public_link',
  summary: 'Share a saved question with everybody who has the link; the one there is stays',
  params: idParams,
  body: wanted,
  response: link,
})

export const unshareCard = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/card/:id/public_link',
  summary: 'Remove the link of a saved question; another one made later is a new one',
  params: idParams,
  response: noContent,
})

export const listSharedCards = endpoint({
  ...read,
  path: '/api/card/public',
  summary: 'The saved questions that are shared with everybody',
  query: z.object(paging),
  response: z.array(shared),
})

export const shareDashboard = endpoint({
  ...write,
  path: '/api/dashboard/:id/public_link',
  summary: 'Share a dashboard with everybody who has the link; the one there is stays',
  params: idParams,
  body: wanted,
  response: link,
})

export const unshareDashboard = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/dashboard/:id/public_link',
  summary: 'Remove the link of a dashboard; another one made later is a new one',
  params: idParams,
  response: noContent,
})

export const listSharedDashboards = endpoint({
  ...read,
  path: '/api/dashboard/public',
  summary: 'The dashboards that are shared with everybody',
  query: z.object(paging),
  response: z.array(shared),
})
