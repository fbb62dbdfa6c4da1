import { normalEmail } from '../../shared/contract/user.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'
import type { SetupToken } from '../../shared/ports/vault.ts'
import { grantFirstAdmin, loadUser, recordUser, type UserDependencies } from '../accounts.ts'
import { refuseWeakPassword, reserveEmail } from '../email-addresses.ts'
import type { Executor } from '../execute.ts'
import { ensurePersonalCollection } from '../personal-collections.ts'
import { streams } from '../streams.ts'
import { type Instance, instanceDecider } from './decider.ts'

export type SetupDependencies = UserDependencies & { readonly setupToken: SetupToken }

export type FirstAdmin = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

/**
 * Decides who the first admin is, then makes them one.
 * @throws {Refusal} 403 once somebody is.
 */
export const completeSetup = async (
  dependencies: SetupDependencies,
  executor: Executor,
  ids: IdSequences,
  admin: FirstAdmin,
): Promise<number> => {
  const { personalData, passwords, emailKeys, passwordProblem } = dependencies
  refuseWeakPassword('user.password', admin.password, passwordProblem)
  const userId = await ids.next('user')
  // Before the event: once it stands, the password must be there to log in with.
  await passwords.set(userId, admin.password)
  const { state } = await executor.execute(streams.instance, instanceDecider, {
    type: 'CompleteSetup',
    data: {
      userId,
      membershipId: await ids.next('membership'),
      adminMembershipId: await ids.next('membership'),
      emailKey: emailKeys.of(normalEmail(admin.email)),
      email: await personalData.seal(userId, admin.email),
      firstName: await personalData.seal(userId, admin.firstName),
      lastName: await personalData.seal(userId, admin.lastName),
    },
  })
  await finishSetup(dependencies, executor, ids, state)
  return state.firstAdmin?.userId ?? userId
}

/** What follows from a completed set-up; run again at start in case it was cut short. */
export const finishSetup = async (
  dependencies: SetupDependencies,
  executor: Executor,
  ids: IdSequences,
  { firstAdmin }: Instance,
): Promise<void> => {
  if (!firstAdmin) return
  const { userId, adminMembershipId, emailKey } = firstAdmin
  const user = await loadUser(executor, userId)
  if (user.status === 'unknown') {
    const reservedAt = await reserveEmail(executor, emailKey, userId, dependencies.now())
    const { adminMembershipId: _, ...registered } = firstAdmin
    await recordUser(executor, { ...registered, reservedAt, locale: null, ssoSource: null }).catch(
      unlessDone,
    )
  }
  await grantFirstAdmin(executor, userId, adminMembershipId)
  await ensurePersonalCollection(executor, ids, userId)
  await dependencies.setupToken.burn()
}

/** Two processes may finish the same set-up: what one has recorded the other need not. */
const unlessDone = (error: unknown) => {
  if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
}
