import { z } from 'zod'
import { name } from './common.ts'
import { endpoint, noContent } from './endpoint.ts'
import { email, password } from './user.ts'

const tag = 'Session'

const session = z.object({ id: z.uuid() })

export const setUp = endpoint({
  method: 'POST',
  path: '/api/setup',
  side: 'command',
  access: 'anyone',
  rate: 'login',
  tag,
  summary: 'Create the first admin with the set-up token; works once',
  body: z.object({
    token: name(),
    user: z.object({ email, password, first_name: name(), last_name: name() }),
    prefs: z.object({ site_name: name().optional() }).nullish(),
  }),
  response: session,
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/session',
  side: 'command',
  access: 'anyone',
  rate: 'login',
  tag,
  summary: 'Log in; `id` is the token for `X-Service-Session`',
  body: z.object({ username: name(), password }),
  response: session,
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/api/session',
  side: 'command',
  access: 'session',
  inPerson: true,
  rate: 'write',
  tag,
  summary: 'End this session',
  response: noContent,
})

export const getProperties = endpoint({
  method: 'GET',
  path: '/api/session/properties',
  side: 'query',
  access: 'session-once-set-up',
  rate: 'metadata',
  tag,
  summary: 'What this service is and can do',
  response: z.looseObject({
    engines: z.record(z.string(), z.json()),
    version: z.object({ tag: z.string(), hash: z.string() }),
    settings: z.record(z.string(), z.json()),
    'has-user-setup': z.boolean(),
    'setup-token': z.string().optional(),
  }),
})

export const checkPassword = endpoint({
  method: 'POST',
  path: '/api/session/password-check',
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag,
  summary: 'Whether a password would be strong enough',
  body: z.object({ password: z.string() }),
  response: z.object({ valid: z.boolean() }),
})
