import { logInWithIdentity } from '../../shared/contract/identity.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EntryThrottle } from '../../shared/ports/entry-throttle.ts'
import type { Identity, IdentityProvider } from '../../shared/ports/identity-provider.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { registerUser, type UserDependencies } from '../accounts.ts'
import { type BeginSessionDependencies, beginSession } from '../begin-session.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import { userOfEmail } from '../email-addresses.ts'
import { isOfProvider, linkIdentity, userOfIdentity } from '../identities.ts'

export type IdentityDependencies = UserDependencies &
  BeginSessionDependencies & {
    readonly entryThrottle: EntryThrottle
    readonly identityProvider: IdentityProvider
    readonly settings: Settings
  }

/** What accounts are marked with that came with the provider and have no password. */
const ssoSource = 'idp'

const nobody = () =>
  new Refusal('unauthenticated', 'Nobody here is known to the identity provider by this token.')

export const identityRoutes = (dependencies: IdentityDependencies): CommandRoute[] => {
  const { emailKeys, entryThrottle, identityProvider, settings } = dependencies

  /** @throws {Refusal} 401 unless people of this domain get an account when they first come. */
  const refuseStrangers = async (email: string) => {
    if (!(await isOfProvider(settings, email))) throw nobody()
  }

  const register = async (
    { firstName, lastName }: Identity,
    email: string,
    { executor, ids }: CommandContext,
  ): Promise<void> => {
    await refuseStrangers(email)
    const userId = await ids.next('user')
    const membershipId = await ids.next('membership')
    const names = { firstName, lastName, password: undefined, ssoSource }
    await registerUser(dependencies, executor, { ...names, userId, membershipId, email })
  }

  /** Somebody may come twice at once: then one account is made, and both are let in. */
  const registered = async (identity: Identity, email: string, context: CommandContext) => {
    const find = () => userOfEmail(context.executor, emailKeys.of(normalEmail(email)))
    const known = await find()
    if (known) return known
    await register(identity, email, context).catch((error) => {
      if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
    })
    const made = await find()
    if (made) return made
    throw new Refusal('conflict', 'This account is just being made; try again.', { retryAfter: 1 })
  }

  /** Whoever has the verified address is who the provider means, from now on whatever their address. */
  const linked = async (identity: Identity, context: CommandContext) => {
    if (identity.email === undefined) throw nobody()
    const person = await registered(identity, identity.email, context)
    if (person.user.status === 'active')
      await linkIdentity(context.executor, person.userId, identity)
    return person
  }

  return [
    on(logInWithIdentity, async ({ body }, context) => {
      const attempt = await entryThrottle.begin(context.address)
      const identity = await identityProvider.verify(body.token).catch(async (error) => {
        const isTheirs = error instanceof Refusal && error.kind === 'unauthenticated'
        if (!isTheirs) await attempt.succeeded()
        throw error
      })
      const person =
        (await userOfIdentity(context.executor, identity)) ?? (await linked(identity, context))
      await attempt.succeeded()
      return { id: await beginSession(dependencies, context, person, 'idp') }
    }),
  ]
}
