import { readBack } from '../../shared/contract/route.ts'
import * as contract from '../../shared/contract/user.ts'
import { decide } from '../../shared/kernel/decider.ts'
import { found, invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import { administratorsId } from '../../shared/permissions/default-groups.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { AccountMails } from '../../shared/ports/account-mails.ts'
import type { ApiKeys } from '../../shared/ports/api-keys.ts'
import type { LoginThrottle } from '../../shared/ports/login-throttle.ts'
import type { Sessions } from '../../shared/ports/sessions.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import {
  deactivateAccount,
  grantAdmin,
  loadUser,
  registerUser,
  revokeAdmin,
  type UserDependencies,
} from '../accounts.ts'
import { endManagingOfAdmin } from '../admin-managers.ts'
import { revokeApiKeysOf } from '../api-keys.ts'
import { checkedTry } from '../checked-try.ts'
import { type CommandRoute, on } from '../context.ts'
import { refuseWeakPassword } from '../email-addresses.ts'
import type { Executor } from '../execute.ts'
import { setNewPassword } from '../new-password.ts'
import { ensurePersonalCollection } from '../personal-collections.ts'
import { streams } from '../streams.ts'
import { tryOr } from '../try-out.ts'
import { adminRosterDecider } from './admin-roster-decider.ts'
import { mustHavePassword, userDecider } from './decider.ts'
import {
  adminAskedFor,
  groupsAskedFor,
  groupsEverOf,
  groupsOf,
  isAsBefore,
  moveToGroups,
  noGroups,
  refuseImpossible,
} from './groups.ts'
import { changeProfile, refuseForeignEmail } from './profile.ts'

export type UserRouteDependencies = UserDependencies & {
  readonly accessHistories: AccessHistories
  readonly accountMails: AccountMails
  readonly apiKeys: ApiKeys
  readonly sessions: Sessions
  readonly settings: Settings
  readonly throttle: LoginThrottle
}

const findUser = async (executor: Executor, userId: number) => {
  const user = await loadUser(executor, userId)
  return found(user.status === 'unknown' ? undefined : user, 'User')
}

const findActiveUser = async (executor: Executor, userId: number) => {
  const user = await findUser(executor, userId)
  return found(user.status === 'active' ? user : undefined, 'User')
}

/** @throws {Refusal} as the revocation itself would, before anything else is written. */
const refuseIfLastAdmin = async (executor: Executor, userId: number) => {
  const { state } = await executor.load(streams.adminRoster, adminRosterDecider)
  decide(adminRosterDecider, { type: 'RevokeAdmin', data: { userId } }, state)
}

export const userRoutes = (dependencies: UserRouteDependencies): CommandRoute[] => {
  const { accessHistories, apiKeys, sessions, passwords, passwordProblem, throttle } = dependencies
  /** Sessions and keys are no events: a trial has to leave them alone by itself. */
  const loginsEnder =
    ({ dry_run }: { readonly dry_run?: boolean | undefined }, executor: Executor) =>
    async (userId: number) => {
      if (dry_run) return
      await sessions.endAllOf(userId)
      await revokeApiKeysOf(apiKeys, executor, userId)
    }
  return [
    on(contract.createUser, async ({ body }, { executor, ids }) => {
      const asked = groupsAskedFor(body)
      if (asked) refuseImpossible(asked, noGroups, (await accessHistories.current()).at())
      if (typeof body.password === 'string')
        refuseWeakPassword('password', body.password, passwordProblem)
      const userId = await ids.next('user')
      await registerUser(dependencies, executor, {
        userId,
        membershipId: await ids.next('membership'),
        email: body.email,
        firstName: body.first_name,
        lastName: body.last_name,
        password: body.password ?? undefined,
      })
      await ensurePersonalCollection(executor, ids, userId)
      if (asked) await moveToGroups(executor, ids, userId, asked, [])
      if (asked?.has(administratorsId))
        await grantAdmin(executor, userId, await ids.next('membership'))
      if (typeof body.password !== 'string') {
        const emailKey = dependencies.emailKeys.of(contract.normalEmail(body.email))
        await dependencies.accountMails.add({ kind: 'invitation', emailKey })
      }
      return readBack(contract.getUser, { id: userId })
    }),

    on(contract.updateUser, ({ params: { id }, query, body }, { actor, executor: its, ids }) =>
      tryOr(query, dependencies, its, async (executor) => {
        const user = await findActiveUser(executor, id)
        const asked = groupsAskedFor(body)
        const history = asked && (await accessHistories.current())
        const state = history?.at()
        const before = state ? groupsOf(state, id) : noGroups
        const everIn = history ? groupsEverOf(history, id) : []
        refuseUnless(
          actor.isSuperuser ||
            (body.is_superuser !== true && (!asked || isAsBefore(asked, before))),
          'forbidden',
          'Only an admin may change who is an admin, and who is in which group.',
        )
        await refuseForeignEmail(dependencies, actor, user, body.email)
        // What is left to those who are no admins changes nothing about rights.
        const admin = actor.isSuperuser ? adminAskedFor(body.is_superuser, asked) : undefined
        if (state && asked) refuseImpossible(asked, before, state)
        if (admin === false) await refuseIfLastAdmin(executor, id)
        const givenUp = await changeProfile(dependencies, executor, id, user, {
          email: body.email,
          firstName: body.first_name,
          lastName: body.last_name,
          locale: body.locale,
        })
        if (asked) await moveToGroups(executor, ids, id, asked, everIn)
        if (admin === true) await grantAdmin(executor, id, await ids.next('membership'))
        if (admin === false) await revokeAdmin(executor, id)
        if (asked || admin) await endManagingOfAdmin(executor, accessHistories, id)
        if (givenUp && !query.dry_run)
          await dependencies.accountMails.add({ kind: 'address-changed', ...givenUp })
        return readBack(contract.getUser, { id })
      }),
    ),

    on(contract.changePassword, async ({ params: { id }, body }, context) => {
      const { actor, executor, address } = context
      const user = await findActiveUser(executor, id)
      mustHavePassword(user)
      const own = actor.userId === id
      if (own) {
        const account = user.emailKey ?? streams.user(id)
        const attempt = await throttle.begin(account, address)
        const check = () => passwords.match(id, body.password ?? '')
        if (!(await checkedTry(attempt, check)))
          throw invalid('password', 'This is not your current password.')
        await attempt.succeeded()
      }
      refuseWeakPassword('new_password', body.new_password, passwordProblem)
      await setNewPassword(
        dependencies,
        executor,
        id,
        body.new_password,
        own ? actor.sessionKey : undefined,
      )
      return { success: true as const }
    }),

    on(contract.deactivateUser, ({ params: { id }, query }, { executor: its }) =>
      tryOr(query, dependencies, its, async (executor) => {
        await findUser(executor, id)
        await deactivateAccount(executor, id, loginsEnder(query, executor))
        return { success: true as const }
      }),
    ),

    on(contract.reactivateUser, ({ params: { id }, query }, { executor: its }) =>
      tryOr(query, dependencies, its, async (executor) => {
        await executor.execute(streams.user(id), userDecider, {
          type: 'ReactivateUser',
          data: { userId: id },
        })
        // A login that raced the deactivation may have left one behind.
        await loginsEnder(query, executor)(id)
        return readBack(contract.getUser, { id })
      }),
    ),

    on(contract.dismissModal, async ({ params: { id, modal } }, { executor }) => {
      await executor.execute(streams.user(id), userDecider, {
        type: 'DismissModal',
        data: { userId: id, modal },
      })
      return { success: true as const }
    }),
  ]
}
