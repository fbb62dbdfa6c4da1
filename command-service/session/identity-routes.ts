import { logInWithIdentity } from '../../shared/contract/identity.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EntryThrottle } from '../../shared/ports/entry-throttle.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'
import type { Identity, IdentityProvider } from '../../shared/ports/identity-provider.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { loadUser, registerUser, type UserDependencies } from '../accounts.ts'
import { type BeginSessionDependencies, beginSession } from '../begin-session.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import { userOfEmail } from '../email-addresses.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { userDecider } from '../user/decider.ts'
import { identityDecider } from './identity-decider.ts'

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

/** Whom this identity was linked with, unless they are somebody else there by now. */
const userOfIdentity = async (executor: Executor, { key }: Identity) => {
  const { state } = await executor.load(streams.identity(key), identityDecider)
  if (state.userId === undefined) return undefined
  const user = await loadUser(executor, state.userId)
  return user.identity?.key === key ? { userId: state.userId, user } : undefined
}

export const identityRoutes = (dependencies: IdentityDependencies): CommandRoute[] => {
  const { emailKeys, entryThrottle, identityProvider, settings } = dependencies

  /** @throws {Refusal} 401 unless people of this domain get an account when they first come. */
  const refuseStrangers = async (email: string) => {
    const domains = await settings.get('idp-auto-create-domains')
    const domain = normalEmail(email).split('@').at(-1)
    if (domain === undefined || !domains.includes(domain)) throw nobody()
  }

  const register = async (
    { firstName, lastName }: Identity,
    email: string,
    executor: Executor,
    ids: IdSequences,
  ) => {
    await refuseStrangers(email)
    const userId = await ids.next('user')
    const membershipId = await ids.next('membership')
    const names = { firstName, lastName, password: undefined, ssoSource }
    await registerUser(dependencies, executor, { ...names, userId, membershipId, email })
    return { userId, user: await loadUser(executor, userId) }
  }

  /** Whoever has the verified address is who the provider means, from now on whatever their address. */
  const linked = async (identity: Identity, { executor, ids }: CommandContext) => {
    const { email, key: identityKey, issuer } = identity
    if (email === undefined) throw nobody()
    const known = await userOfEmail(executor, emailKeys.of(normalEmail(email)))
    const { userId, user } = known ?? (await register(identity, email, executor, ids))
    if (user.status === 'active') {
      await executor.execute(streams.user(userId), userDecider, {
        type: 'LinkIdentity',
        data: { userId, identityKey, issuer },
      })
      await executor.execute(streams.identity(identityKey), identityDecider, {
        type: 'AssignIdentity',
        data: { userId },
      })
    }
    return { userId, user }
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
