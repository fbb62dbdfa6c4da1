import { sendTestEmail } from '../../../shared/contract/email.ts'
import { logInWithIdentity } from '../../../shared/contract/identity.ts'
import * as reset from '../../../shared/contract/password-reset.ts'
import type { Examples } from './example.ts'

let asked = 0

/** Other ways into an account than a password, as they are where neither mail nor provider is set up. */
export const wayInExamples: Examples = [
  [
    reset.forgotPassword,
    {
      body: () => {
        asked += 1
        return { email: `asking${asked}@example.com` }
      },
    },
  ],
  [reset.checkResetToken, { query: 'token=none-of-ours' }],
  [
    reset.resetPassword,
    { body: () => ({ token: 'none-of-ours', password: 'a long enough password' }), status: 400 },
  ],
  [logInWithIdentity, { body: () => ({ token: 'none.of.theirs' }), status: 400 }],
  [sendTestEmail, { body: () => ({}), status: 400 }],
]
