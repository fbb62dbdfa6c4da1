import { z } from 'zod'
import { idInPath, idParams } from './common.ts'
import { endpoint, noContent } from './endpoint.ts'

const path = '/api/user/:id/session'
const tag = 'Session'

const write = { side: 'command', access: 'self-or-admin', rate: 'write', tag } as const

/** Where somebody is logged in. */
export const userSession = z.object({
  id: z.int(),
  /** How they logged in; null where that was not noted yet, likewise below. */
  method: z.enum(['password', 'setup', 'reset', 'idp']).nullable(),
  created_at: z.string(),
  /** To the minute. */
  last_seen_at: z.string().nullable(),
  expires_at: z.string(),
  /** What the client called itself, coarsely: `Firefox on Linux`. */
  device: z.string().nullable(),
  /** The network it came from: `198.51.100.0/24`. */
  network: z.string().nullable(),
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})

export const listSessions = endpoint({
  method: 'GET',
  path,
  side: 'query',
  access: 'self-or-admin',
  rate: 'metadata',
  tag,
  summary: 'Where a user is logged in, the latest first',
  params: idParams,
  response: z.array(userSession),
})

export const endSessions = endpoint({
  ...write,
  method: 'DELETE',
  path,
  summary: 'Log a user out everywhere; oneself, everywhere else. API keys stay',
  params: idParams,
  response: noContent,
})

export const endSession = endpoint({
  ...write,
  method: 'DELETE',
  path: `${path}/:sessionId`,
  summary: 'Log a user out in one place',
  params: z.object({ id: idInPath, sessionId: idInPath }),
  response: noContent,
})
