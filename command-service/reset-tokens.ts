import type { ResetBasis, ResetTokens } from '../shared/ports/reset-tokens.ts'
import type { Settings } from '../shared/ports/settings.ts'
import { loadUser } from './accounts.ts'
import type { Executor } from './execute.ts'
import { mayUsePassword, type PasswordLoginDependencies } from './password-login.ts'
import { streams } from './streams.ts'
import {
  invalidResetToken,
  isOpenedBy,
  isResettable,
  type User,
  userDecider,
} from './user/decider.ts'

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

/** What a token opens at this moment; undefined: nothing. */
export const findOpened = async (
  dependencies: ResetTokenDependencies,
  executor: Executor,
  token: string,
): Promise<ResetBasis | undefined> => {
  const basis = await dependencies.resetTokens.find(token)
  if (!basis || !isOpenedBy(await loadUser(executor, basis.userId), basis)) return undefined
  return (await mayUsePassword(dependencies, executor, basis.userId)) ? basis : undefined
}

/** The same. @throws {Refusal} 400 where it opens nothing. */
export const openedBy = async (...asked: Parameters<typeof findOpened>): Promise<ResetBasis> => {
  const basis = await findOpened(...asked)
  if (!basis) throw invalidResetToken()
  return basis
}

/** Of several who come with the same token, the stream lets one through. @throws {Refusal} 400 */
export const useResetToken = (executor: Executor, basis: ResetBasis) =>
  executor.execute(streams.user(basis.userId), userDecider, { type: 'UseResetToken', data: basis })
