import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Characters; providers that put pictures or group lists into tokens stay below it. */
const longestToken = 16 * 1024

export const logInWithIdentity = endpoint({
  method: 'POST',
  path: '/api/session/idp_auth',
  side: 'command',
  access: 'anyone',
  rate: 'login',
  tag: 'Session',
  summary: 'Log in with an ID token of the identity provider that the settings name',
  body: z.object({
    token: z
      .string()
      .max(longestToken, `must have at most ${longestToken} characters`)
      .refine((value) => value.trim() !== '', 'must not be blank'),
  }),
  response: z.object({ id: z.uuid() }),
})
