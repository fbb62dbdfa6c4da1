import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, password } from './user.ts'

const tag = 'Session'

/** As long as anything we ever made, and then some: what is longer is none of ours. */
export const resetToken = z
  .string()
  .max(254, 'must have at most 254 characters')
  .refine((value) => value.trim() !== '', 'must not be blank')

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/session/forgot_password',
  side: 'command',
  access: 'anyone',
  rate: 'login',
  tag,
  summary: 'Have a link mailed that sets a new password; answers the same whoever asks for whom',
  body: z.object({ email }),
  response: z.object({}),
})

export const checkResetToken = endpoint({
  method: 'GET',
  path: '/api/session/password_reset_token_valid',
  side: 'command',
  access: 'anyone',
  rate: 'login',
  tag,
  summary: 'Whether a reset token would be taken; asking does not use it up',
  query: z.object({ token: resetToken }),
  response: z.object({ valid: z.boolean() }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/session/reset_password',
  side: 'command',
  access: 'anyone',
  rate: 'login',
  tag,
  summary: 'Set a new password with a reset token; ends all sessions and begins one',
  body: z.object({ token: resetToken, password }),
  response: z.object({ success: z.literal(true), session_id: z.uuid() }),
})
