import { normalEmail } from '../shared/contract/user.ts'
import type { Named } from '../shared/kernel/decider.ts'
import { Refusal } from '../shared/kernel/refusal.ts'
import type { EmailKeys } from '../shared/ports/email-keys.ts'
import type { Passwords } from '../shared/ports/passwords.ts'
import type { PersonalData } from '../shared/ports/personal-data.ts'
import { reserveEmail } from './email-addresses.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'
import { adminRosterDecider } from './user/admin-roster-decider.ts'
import { type UserCommand, userDecider } from './user/decider.ts'

export type UserDependencies = {
  readonly emailKeys: EmailKeys
  readonly personalData: PersonalData
  readonly passwords: Passwords
  readonly passwordProblem: (password: string) => string | undefined
  readonly now: () => Date
}

type Registration = Named<UserCommand, 'RegisterUser'>['data']

export type NewUser = {
  readonly userId: number
  readonly membershipId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string | undefined
}

/** What slices other than user ask about users. */
export const loadUser = async (executor: Executor, userId: number) =>
  (await executor.load(streams.user(userId), userDecider)).state

/**
 * Address first, then the password, then the user: a crash in between leaves an address that can be
 * taken over and nothing anybody could see.
 */
export const registerUser = async (
  { emailKeys, personalData, passwords, now }: UserDependencies,
  executor: Executor,
  user: NewUser,
): Promise<void> => {
  const { userId, membershipId } = user
  const emailKey = emailKeys.of(normalEmail(user.email))
  await reserveEmail(executor, emailKey, userId, now())
  if (user.password !== undefined) await passwords.set(userId, user.password)
  await recordUser(executor, {
    userId,
    membershipId,
    emailKey,
    email: await personalData.seal(userId, user.email),
    firstName: await personalData.seal(userId, user.firstName),
    lastName: await personalData.seal(userId, user.lastName),
    locale: null,
    ssoSource: null,
  })
}

/** The registration itself, once the address is reserved and personal data is sealed. */
export const recordUser = (executor: Executor, data: Registration) =>
  executor.execute(streams.user(data.userId), userDecider, { type: 'RegisterUser', data })

/** Being admin and being active are two streams; whoever comes second puts the roster right. */
export const grantAdmin = async (executor: Executor, userId: number, membershipId: number) => {
  await executor.execute(streams.adminRoster, adminRosterDecider, {
    type: 'GrantAdmin',
    data: { userId, membershipId },
  })
  const user = await loadUser(executor, userId)
  if (user.status !== 'active') await revokeAdmin(executor, userId)
}

/** Once there was an admin there always is one, and it need not be the first any more. */
export const grantFirstAdmin = async (executor: Executor, userId: number, membershipId: number) => {
  const { state } = await executor.load(streams.adminRoster, adminRosterDecider)
  if (state.admins.size === 0) await grantAdmin(executor, userId, membershipId)
}

/** @throws {Refusal} 400 when no other admin would be left. */
export const revokeAdmin = (executor: Executor, userId: number) =>
  executor.execute(streams.adminRoster, adminRosterDecider, {
    type: 'RevokeAdmin',
    data: { userId },
  })

/**
 * Ends a user's time here: no rights, not active, no sessions.
 * @throws {Refusal} 400 for the last admin, 404 for nobody.
 */
export const deactivateAccount = async (
  executor: Executor,
  userId: number,
  endSessions: (userId: number) => Promise<void>,
): Promise<void> => {
  const stream = streams.user(userId)
  await revokeAdmin(executor, userId)
  await executor.execute(stream, userDecider, { type: 'DeactivateUser', data: { userId } })
  await endSessions(userId)
  try {
    // Somebody may have made this user an admin in between,
    await revokeAdmin(executor, userId)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'validation') throw error
    // and all others none: then this admin is needed, and nothing has happened.
    const { state } = await executor.load(stream, userDecider)
    if (state.status === 'deactivated')
      await executor.execute(stream, userDecider, { type: 'ReactivateUser', data: { userId } })
    throw error
  }
}
