import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './user.ts'

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/email/test',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag: 'Settings',
  summary: 'Send a mail with the settings as they are, to oneself unless `email` says to whom',
  body: z.object({ email: email.optional() }).optional(),
  response: z.object({ ok: z.literal(true) }),
})
