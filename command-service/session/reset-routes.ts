import * as contract from '../../shared/contract/password-reset.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import type { AccountMails } from '../../shared/ports/account-mails.ts'
import type { EmailKeys } from '../../shared/ports/email-keys.ts'
import type { EntryThrottle } from '../../shared/ports/entry-throttle.ts'
import type { ResetBasis, ResetTokens } from '../../shared/ports/reset-tokens.ts'
import { loadUser } from '../accounts.ts'
import { beginSession } from '../begin-session.ts'
import { type CommandRoute, on } from '../context.ts'
import { refuseWeakPassword } from '../email-addresses.ts'
import type { Executor } from '../execute.ts'
import { type NewPasswordDependencies, setNewPassword } from '../new-password.ts'
import { mayUsePassword, type PasswordLoginDependencies } from '../password-login.ts'
import { streams } from '../streams.ts'
import { invalidResetToken, isOpenedBy, userDecider } from '../user/decider.ts'

export type PasswordResetDependencies = NewPasswordDependencies &
  PasswordLoginDependencies & {
    readonly accountMails: AccountMails
    readonly emailKeys: EmailKeys
    readonly entryThrottle: EntryThrottle
    readonly passwordProblem: (password: string) => string | undefined
    readonly resetTokens: ResetTokens
  }

export const passwordResetRoutes = (dependencies: PasswordResetDependencies): CommandRoute[] => {
  const { accountMails, emailKeys, entryThrottle, passwordProblem, resetTokens } = dependencies

  /** What a token opens at this moment; undefined: nothing. */
  const openedBy = async (executor: Executor, token: string): Promise<ResetBasis | undefined> => {
    const basis = await resetTokens.find(token)
    if (!basis || !isOpenedBy(await loadUser(executor, basis.userId), basis)) return undefined
    return (await mayUsePassword(dependencies, executor, basis.userId)) ? basis : undefined
  }

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
      const valid = (await openedBy(executor, token)) !== undefined
      if (valid) await attempt.succeeded()
      return { valid }
    }),

    on(contract.resetPassword, async ({ body: { token, password } }, context) => {
      const { executor, address } = context
      const attempt = await entryThrottle.begin(address)
      const basis = await openedBy(executor, token)
      if (!basis) throw invalidResetToken()
      await attempt.succeeded()
      refuseWeakPassword('password', password, passwordProblem)
      const { userId } = basis
      // Of several who come with the same token, the stream lets one through.
      await executor.execute(streams.user(userId), userDecider, {
        type: 'UseResetToken',
        data: basis,
      })
      const user = await setNewPassword(dependencies, executor, userId, password)
      await resetTokens.remove(userId)
      const session = await beginSession(dependencies, context, { userId, user }, 'reset')
      return { success: true as const, session_id: session }
    }),
  ]
}
