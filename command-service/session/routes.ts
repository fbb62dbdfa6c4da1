import * as contract from '../../shared/contract/session.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EmailKeys } from '../../shared/ports/email-keys.ts'
import type { LoginThrottle } from '../../shared/ports/login-throttle.ts'
import type { Passwords } from '../../shared/ports/passwords.ts'
import { type BeginSessionDependencies, beginSession } from '../begin-session.ts'
import { checkedTry } from '../checked-try.ts'
import { type CommandRoute, on } from '../context.ts'
import { userOfEmail } from '../email-addresses.ts'
import { type PasswordLoginDependencies, refusePassword } from '../password-login.ts'
import { streams } from '../streams.ts'

export type SessionDependencies = BeginSessionDependencies &
  PasswordLoginDependencies & {
    readonly emailKeys: EmailKeys
    readonly passwords: Passwords
    readonly throttle: LoginThrottle
  }

/**
 * Milliseconds from a login to its refusal, longer than whatever there may be to do until then: how
 * long it takes must not tell who has an account.
 */
const refusalMs = 120

const untilRefusal = (startedAt: number) =>
  new Promise<void>((resolve) =>
    setTimeout(resolve, Math.max(0, startedAt + refusalMs - performance.now())),
  )

export const sessionRoutes = (dependencies: SessionDependencies): CommandRoute[] => {
  const { emailKeys, passwords, sessions, throttle } = dependencies
  return [
    on(contract.logIn, async ({ body }, context) => {
      const { executor, address } = context
      const startedAt = performance.now()
      const account = emailKeys.of(normalEmail(body.username))
      const attempt = await throttle.begin(account, address)
      const { known, matches } = await checkedTry(attempt, async () => {
        const known = await userOfEmail(executor, account)
        return { known, matches: await passwords.match(known?.userId, body.password) }
      })
      if (!known || !matches) {
        if (known)
          await executor.record(streams.access(known.userId), {
            type: 'UserLoginFailed',
            data: { userId: known.userId },
          })
        await untilRefusal(startedAt)
        throw new Refusal('unauthenticated', 'The e-mail address or the password is wrong.', {
          errors: { password: 'did not match the stored password' },
        })
      }
      const id = await checkedTry(attempt, async () => {
        // Told to whoever knows the password, and to nobody else.
        await refusePassword(dependencies, executor, known.userId)
        return beginSession(dependencies, context, known, 'password')
      })
      await attempt.succeeded()
      return { id }
    }),

    on(contract.logOut, async (_, { actor, executor }) => {
      await sessions.end(actor.sessionKey)
      await executor.record(streams.access(actor.userId), {
        type: 'UserLoggedOut',
        data: { userId: actor.userId },
      })
    }),
  ]
}
