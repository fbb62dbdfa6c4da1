import { beginSession } from '../../../../command-service/begin-session.ts'
import { cardRoutes } from '../../../../command-service/card/routes.ts'
import { collectionRoutes } from '../../../../command-service/collection/routes.ts'
import { type CommandRoute, on } from '../../../../command-service/context.ts'
import { dashboardRoutes } from '../../../../command-service/dashboard/routes.ts'
import { userOfEmail } from '../../../../command-service/email-addresses.ts'
import { derivedUuid } from '../../../../command-service/event-ids.ts'
import { groupRoutes } from '../../../../command-service/group/routes.ts'
import { permissionGraphRoutes } from '../../../../command-service/permission-graph/routes.ts'
import { endingRoutes } from '../../../../command-service/session/ending.ts'
import type { FirstAdmin, SetupDependencies } from '../../../../command-service/setup/complete.ts'
import { userRoutes } from '../../../../command-service/user/routes.ts'
import { logIn } from '../../../../shared/contract/session.ts'
import { normalEmail } from '../../../../shared/contract/user.ts'
import { found } from '../../../../shared/kernel/refusal.ts'
import type { AccessHistories } from '../../../../shared/ports/access-history.ts'
import type { AccountMails } from '../../../../shared/ports/account-mails.ts'
import type { ApiKeys } from '../../../../shared/ports/api-keys.ts'
import type { LoginThrottle } from '../../../../shared/ports/login-throttle.ts'
import type { QueryExaminer } from '../../../../shared/ports/query-examiner.ts'
import type { Sessions } from '../../../../shared/ports/sessions.ts'
import type { Settings } from '../../../../shared/ports/settings.ts'
import { plainPersonalData } from '../../../support/command.ts'
import type { Place } from './place.ts'

const addresses = 'b65a3e5e-17fd-4bb7-a0a5-93f9a2f6a4b1'
const emailKeys = { of: (email: string) => derivedUuid(addresses, email) }

const userDependencies = ({ now, servers }: Place) => ({
  now,
  emailKeys,
  personalData: plainPersonalData(),
  passwords: { ...servers.passwords, match: async () => true },
  passwordProblem: () => undefined,
})

/** The first admin, whom every process makes at its start unless there is one. */
export const founder = {
  admin: {
    email: 'Founder@example.com',
    firstName: 'Ada',
    lastName: 'Founder',
    password: 'a long enough password',
  } satisfies FirstAdmin,
  dependencies: (place: Place): SetupDependencies => ({
    ...userDependencies(place),
    setupToken: {
      current: async () => undefined,
      matches: async () => false,
      burn: async () => undefined,
    },
  }),
}

/** Any query is understood, and nothing is known of its columns. */
const queryExaminer: QueryExaminer = {
  examine: async () => ({
    reads: { database: 1, table: null, cards: [] },
    columns: async () => null,
  }),
}

/** Nobody has an API key, and no mail is sent; what else a route asks for is not simulated. */
const nothing = {
  apiKeys: { idsOf: async () => [] } as Partial<ApiKeys> as ApiKeys,
  accountMails: { add: async () => undefined } as Partial<AccountMails> as AccountMails,
  settings: {} as Settings,
  throttle: {} as LoginThrottle,
}

/** Logging in without a password: what comes after it is the service's own. */
const logInRoute = (sessions: Sessions): CommandRoute =>
  on(logIn, async ({ body: { username } }, context) => {
    const key = emailKeys.of(normalEmail(username))
    const proven = found(await userOfEmail(context.executor, key), 'User')
    return { id: await beginSession({ sessions }, context, proven, 'password') }
  })

type Dependencies = {
  readonly place: Place
  readonly sessions: Sessions
  readonly histories: AccessHistories
}

/** The command side, as far as clients of a simulation go. */
export const routesWith = ({
  place,
  sessions,
  histories,
}: Dependencies): readonly CommandRoute[] => {
  const dependencies = {
    ...userDependencies(place),
    ...{ accessHistories: histories, queryExaminer, fixedSettings: {}, sessions },
    ...nothing,
  }
  return [
    logInRoute(sessions),
    ...userRoutes(dependencies),
    ...endingRoutes(dependencies),
    ...groupRoutes(dependencies),
    ...collectionRoutes(dependencies),
    ...cardRoutes(dependencies),
    ...dashboardRoutes(dependencies),
    ...permissionGraphRoutes(dependencies),
  ]
}
