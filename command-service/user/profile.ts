import { normalEmail } from '../../shared/contract/user.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import type { AccountMail } from '../../shared/ports/account-mails.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { UserDependencies } from '../accounts.ts'
import { releaseEmail, reservationOf, reserveEmail } from '../email-addresses.ts'
import type { Executor } from '../execute.ts'
import { isOfProvider } from '../identities.ts'
import { streams } from '../streams.ts'
import { type User, userDecider } from './decider.ts'

export type ProfileChange = {
  readonly email: string | undefined
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  readonly locale: string | null | undefined
}

/** An address that an account had. */
type GivenUp = Required<Pick<AccountMail, 'emailKey' | 'formerly'>>

/**
 * Writes what really differs from the user as they are: personal data is compared in the clear.
 * Answers the address that was given up, where it was.
 */
export const changeProfile = async (
  dependencies: UserDependencies,
  executor: Executor,
  userId: number,
  user: User,
  change: ProfileChange,
): Promise<GivenUp | undefined> => {
  const { personalData } = dependencies
  const reveal = await personalData.unlock([userId])
  const open = (value: User['firstName']) => (value === undefined ? '' : reveal(userId, value))
  const before = { firstName: open(user.firstName), lastName: open(user.lastName) }
  const firstName = change.firstName ?? before.firstName
  const lastName = change.lastName ?? before.lastName
  const seal = (plain: string) => personalData.seal(userId, plain)

  const isSame = change.email === undefined || change.email === open(user.email)
  const givenUp = isSame
    ? undefined
    : await changeEmail(dependencies, executor, userId, user, change.email)
  const renamed = firstName !== before.firstName || lastName !== before.lastName
  await executor.execute(streams.user(userId), userDecider, {
    type: 'ChangeProfile',
    data: {
      userId,
      ...(firstName !== before.firstName && { firstName: await seal(firstName) }),
      ...(lastName !== before.lastName && { lastName: await seal(lastName) }),
      ...(renamed && { commonName: await seal(`${firstName} ${lastName}`.trim()) }),
      ...(change.locale !== undefined && { locale: change.locale }),
    },
  })
  return givenUp
}

/**
 * Whoever has an account's address can have its password set, and no key is to become a login. And
 * whom the identity provider brings by their address is not to end up in an account that somebody
 * else put there for them.
 * @throws {Refusal} 403
 */
export const refuseForeignEmail = async (
  { emailKeys, settings }: Pick<UserDependencies, 'emailKeys'> & { readonly settings: Settings },
  { apiKey, isSuperuser }: Actor,
  user: Pick<User, 'emailKey'>,
  email: string | undefined,
): Promise<void> => {
  if (isSuperuser || email === undefined) return
  if (emailKeys.of(normalEmail(email)) === user.emailKey) return
  refuseUnless(!apiKey, 'forbidden', 'No API key may change an e-mail address; log in instead.')
  refuseUnless(
    !(await isOfProvider(settings, email)),
    'forbidden',
    'Addresses of this domain are given out by the identity provider; ask an admin.',
  )
}

/** The new address is reserved before it is used and the old one, which it answers, given up after. */
const changeEmail = async (
  { emailKeys, personalData, now }: UserDependencies,
  executor: Executor,
  userId: number,
  user: User,
  email: string,
): Promise<GivenUp | undefined> => {
  const emailKey = emailKeys.of(normalEmail(email))
  const { emailKey: oldKey } = user
  const isOther = oldKey !== undefined && oldKey !== emailKey
  const old = isOther ? await reservationOf(executor, oldKey) : undefined
  const reservedAt = await reserveEmail(executor, emailKey, userId, now())
  await executor.execute(streams.user(userId), userDecider, {
    type: 'ChangeEmail',
    data: { userId, emailKey, email: await personalData.seal(userId, email), reservedAt },
  })
  if (isOther && old?.userId === userId) await releaseEmail(executor, oldKey, old)
  if (!isOther || user.email === undefined) return undefined
  return { emailKey: oldKey, formerly: { userId, email: user.email } }
}
