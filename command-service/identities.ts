import { normalEmail } from '../shared/contract/user.ts'
import type { Identity } from '../shared/ports/identity-provider.ts'
import type { Settings } from '../shared/ports/settings.ts'
import { loadUser } from './accounts.ts'
import type { Executor } from './execute.ts'
import { identityDecider } from './session/identity-decider.ts'
import { streams } from './streams.ts'
import { userDecider } from './user/decider.ts'

/** Whether people with such an address get an account when the identity provider first brings them. */
export const isOfProvider = async (
  settings: Pick<Settings, 'current'>,
  email: string,
): Promise<boolean> => {
  const domain = normalEmail(email).split('@').at(-1) ?? ''
  const { 'idp-auto-create-domains': domains } = await settings.current('idp-auto-create-domains')
  return domains.includes(domain)
}

/** Whom this identity was linked with, unless they are somebody else at the provider by now. */
export const userOfIdentity = async (executor: Executor, { key }: Pick<Identity, 'key'>) => {
  const { state } = await executor.load(streams.identity(key), identityDecider)
  if (state.userId === undefined) return undefined
  const user = await loadUser(executor, state.userId)
  return user.identity?.key === key ? { userId: state.userId, user } : undefined
}

/**
 * Makes an identity this user's.
 * @throws {Refusal} 401 for a user who is somebody else at the same provider.
 */
export const linkIdentity = async (
  executor: Executor,
  userId: number,
  { key: identityKey, issuer }: Pick<Identity, 'key' | 'issuer'>,
): Promise<void> => {
  await executor.execute(streams.user(userId), userDecider, {
    type: 'LinkIdentity',
    data: { userId, identityKey, issuer },
  })
  await executor.execute(streams.identity(identityKey), identityDecider, {
    type: 'AssignIdentity',
    data: { userId },
  })
}
