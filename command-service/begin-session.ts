import type { AccessEvent } from '../shared/events/user.ts'
import type { Named } from '../shared/kernel/decider.ts'
import { Refusal } from '../shared/kernel/refusal.ts'
import type { Sessions } from '../shared/ports/sessions.ts'
import { loadUser } from './accounts.ts'
import type { CommandContext } from './context.ts'
import { ensurePersonalCollection } from './personal-collections.ts'
import { streams } from './streams.ts'
import type { User } from './user/decider.ts'

export type BeginSessionDependencies = { readonly sessions: Sessions }

type Method = Named<AccessEvent, 'UserLoggedIn'>['data']['method']

/** Somebody who has shown who they are, and the account as it was then. */
type Proven = { readonly userId: number; readonly user: User }

/**
 * Lets somebody in; answers the token.
 * @throws {Refusal} 403 for who is deactivated, 401 where the proof has come to count no more.
 */
export const beginSession = async (
  { sessions }: BeginSessionDependencies,
  { executor, ids, address, userAgent }: CommandContext,
  { userId, user }: Proven,
  method: Method,
): Promise<string> => {
  if (user.status !== 'active')
    throw new Refusal('account-deactivated', 'This account is deactivated; ask an admin.')
  const token = await sessions.start(userId, { method, address, userAgent })
  // The password may have changed since it was checked, and its sessions ended before this one.
  const now = await loadUser(executor, userId)
  if (now.credentialVersion !== user.credentialVersion) {
    await sessions.endToken(token)
    throw new Refusal('unauthenticated', 'The password has just been changed; log in anew.')
  }
  await executor.record(streams.access(userId), {
    type: 'UserLoggedIn',
    data: { userId, method },
  })
  await ensurePersonalCollection(executor, ids, userId)
  return token
}
