import { normalEmail } from '../shared/contract/user.ts'
import type { Named } from '../shared/kernel/decider.ts'
import { Refusal, refuseUnless } from '../shared/kernel/refusal.ts'
import type { EmailKeys } from '../shared/ports/email-keys.ts'
import type { Passwords } from '../shared/ports/passwords.ts'
import type { PersonalData } from '../shared/ports/personal-data.ts'
import { reserveEmail } from './email-addresses.ts'
import { crowd, type Executor } from './execute.ts'
import { streams } from './streams.ts'
import { type AdminRosterCommand, adminRosterDecider } from './user/admin-roster-decider.ts'
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
  /** What lets them in where that is not a password of ours. */
  readonly ssoSource?: string
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
  const reservedAt = await reserveEmail(executor, emailKey, userId, now())
  if (user.password !== undefined) await passwords.set(userId, user.password)
  await recordUser(executor, {
    userId,
    membershipId,
    emailKey,
    email: await personalData.seal(userId, user.email),
    firstName: await personalData.seal(userId, user.firstName),
    lastName: await personalData.seal(userId, user.lastName),
    locale: null,
    ssoSource: user.ssoSource ?? null,
    reservedAt,
  })
}

/** The registration itself, once the address is reserved and personal data is sealed. */
export const recordUser = (executor: Executor, data: Registration) =>
  executor.execute(streams.user(data.userId), userDecider, { type: 'RegisterUser', data })

const tellRoster = (executor: Executor, command: AdminRosterCommand) =>
  executor.execute(streams.adminRoster, adminRosterDecider, command, crowd)

/** Of the membership in Administrators; undefined for whoever is not an admin. */
export const adminMembershipId = async (
  executor: Executor,
  userId: number,
): Promise<number | undefined> => {
  const { state } = await executor.load(streams.adminRoster, adminRosterDecider)
  return state.admins.get(userId)
}

/**
 * Takes the rights of who is deactivated. All others may have ceased to be admins in between: then
 * this one is needed, and is active again.
 * @throws {Refusal} 400 in that case
 */
const revokeOrReinstate = async (executor: Executor, userId: number): Promise<void> => {
  try {
    await revokeAdmin(executor, userId)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'validation') throw error
    const { status } = await loadUser(executor, userId)
    if (status === 'deactivated')
      await executor.execute(streams.user(userId), userDecider, {
        type: 'ReactivateUser',
        data: { userId },
      })
    throw error
  }
}

/** Being admin and being active are two streams; whoever comes second puts the roster right. */
const revokeUnlessActive = async (executor: Executor, userId: number): Promise<boolean> => {
  const isActive = (await loadUser(executor, userId)).status === 'active'
  if (!isActive) await revokeOrReinstate(executor, userId)
  return isActive
}

export const grantAdmin = async (executor: Executor, userId: number, membershipId: number) => {
  await tellRoster(executor, { type: 'GrantAdmin', data: { userId, membershipId } })
  await revokeUnlessActive(executor, userId)
}

/** @throws {Refusal} 400 for who is deactivated, 409 for who is an admin already. */
export const addAdmin = async (executor: Executor, userId: number, membershipId: number) => {
  const refuseUnlessActive = (isActive: boolean) =>
    refuseUnless(isActive, 'validation', 'A deactivated user cannot be an admin.')
  refuseUnlessActive((await loadUser(executor, userId)).status === 'active')
  await tellRoster(executor, { type: 'AddAdmin', data: { userId, membershipId } })
  refuseUnlessActive(await revokeUnlessActive(executor, userId))
}

/** Once there was an admin there always is one, and it need not be the first any more. */
export const grantFirstAdmin = async (executor: Executor, userId: number, membershipId: number) => {
  const { state } = await executor.load(streams.adminRoster, adminRosterDecider)
  if (state.admins.size === 0) await grantAdmin(executor, userId, membershipId)
}

/** @throws {Refusal} 400 when no other admin would be left. */
export const revokeAdmin = (executor: Executor, userId: number) =>
  tellRoster(executor, { type: 'RevokeAdmin', data: { userId } })

/** @throws {Refusal} 404 when this membership has ended, 400 when no other admin would be left. */
export const removeAdmin = (executor: Executor, userId: number, membershipId: number) =>
  tellRoster(executor, { type: 'RemoveAdmin', data: { userId, membershipId } })

/**
 * Ends a user's time here: no rights, not active, no sessions.
 * @throws {Refusal} 400 for the last admin, 404 for nobody.
 */
export const deactivateAccount = async (
  executor: Executor,
  userId: number,
  endSessions: (userId: number) => Promise<void>,
): Promise<void> => {
  const command: UserCommand = { type: 'DeactivateUser', data: { userId } }
  await revokeAdmin(executor, userId)
  await executor.execute(streams.user(userId), userDecider, command)
  await endSessions(userId)
  // Somebody may have made this user an admin in between.
  await revokeOrReinstate(executor, userId)
}
