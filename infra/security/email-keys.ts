import { createHmac } from 'node:crypto'
import type { EmailKeys } from '../../shared/ports/email-keys.ts'
import type { Keys } from '../keys.ts'

/** HMAC-SHA-256 in hex of the address as given: callers normalise it first. */
export const emailKeys = ({ email: key }: Pick<Keys, 'email'>): EmailKeys => ({
  of: (email) => createHmac('sha256', key).update(email).digest('hex'),
})
