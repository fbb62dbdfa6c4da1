import type { ResetTokens } from '../shared/ports/reset-tokens.ts'
import type { Settings } from '../shared/ports/settings.ts'
import type { Executor } from './execute.ts'
import { mayUsePassword, type PasswordLoginDependencies } from './password-login.ts'
import { streams } from './streams.ts'
import { isResettable, type User } from './user/decider.ts'

export type ResetTokenDependencies = PasswordLoginDependencies & {
  readonly resetTokens: ResetTokens
  readonly settings: Settings
}

/** What opens an account once, and for how long. */
export type IssuedToken = { readonly token: string; readonly seconds: number }

/** Makes the one token of an account; undefined where a password opens it no more. */
export const issueResetToken = async (
  dependencies: ResetTokenDependencies,
  executor: Executor,
  userId: number,
  user: User,
): Promise<IssuedToken | undefined> => {
  const { resetTokens, settings } = dependencies
  const { credentialVersion, emailKey } = user
  if (!isResettable(user) || emailKey === undefined) return undefined
  if (!(await mayUsePassword(dependencies, executor, userId))) return undefined
  const seconds = await settings.get('reset-token-max-age')
  const token = await resetTokens.issue({ userId, credentialVersion, emailKey }, seconds)
  await executor.record(streams.access(userId), {
    type: 'UserResetTokenIssued',
    data: { userId },
  })
  return { token, seconds }
}
