import * as contract from '../../shared/contract/password-reset.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import type { AccountMails } from '../../shared/ports/account-mails.ts'
import type { EmailKeys } from '../../shared/ports/email-keys.ts'
import type { EntryThrottle } from '../../shared/ports/entry-throttle.ts'
import { beginSession } from '../begin-session.ts'
import { type CommandRoute, on } from '../context.ts'
import { refuseWeakPassword } from '../email-addresses.ts'
import { type NewPasswordDependencies, setNewPassword } from '../new-password.ts'
import {
  findOpened,
  openedBy,
  type ResetTokenDependencies,
  useResetToken,
} from '../reset-tokens.ts'

export type PasswordResetDependencies = NewPasswordDependencies &
  ResetTokenDependencies & {
    readonly accountMails: AccountMails
    readonly emailKeys: EmailKeys
    readonly entryThrottle: EntryThrottle
    readonly passwordProblem: (password: string) => string | undefined
  }

export const passwordResetRoutes = (dependencies: PasswordResetDependencies): CommandRoute[] => {
  const { accountMails, emailKeys, entryThrottle, passwordProblem } = dependencies

  return [
    // Whether there is such an account is found out later: until then everybody is treated alike.
    on(contract.forgotPassword, async ({ body }, { address }) => {
      const emailKey = emailKeys.of(normalEmail(body.email))
      await entryThrottle.askForMail(emailKey, address)
      await accountMails.add({ kind: 'reset', emailKey })
      return {}
    }),

    on(contract.checkResetToken, async ({ query: { token } }, { executor, address }) => {
      const attempt = await entryThrottle.begin(address)
      const valid = (await findOpened(dependencies, executor, token)) !== undefined
      if (valid) await attempt.succeeded()
      return { valid }
    }),

    on(contract.resetPassword, async ({ body: { token, password } }, context) => {
      const { executor, address } = context
      const attempt = await entryThrottle.begin(address)
      const basis = await openedBy(dependencies, executor, token)
      await attempt.succeeded()
      refuseWeakPassword('password', password, passwordProblem)
      const { userId } = basis
      await useResetToken(executor, basis)
      const user = await setNewPassword(dependencies, executor, userId, password)
      const session = await beginSession(dependencies, context, { userId, user }, 'reset')
      return { success: true as const, session_id: session }
    }),
  ]
}
