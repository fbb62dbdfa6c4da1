import * as contract from '../../shared/contract/session.ts'
import { oneByOne } from '../../shared/kernel/one-by-one.ts'
import { invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { Sessions } from '../../shared/ports/sessions.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { tellSettings } from '../settings.ts'
import { streams } from '../streams.ts'
import { completeSetup, type SetupDependencies } from './complete.ts'
import { instanceDecider } from './decider.ts'

export type SetupRouteDependencies = SetupDependencies & { readonly sessions: Sessions }

const refuseOnceSetUp = async (executor: Executor) => {
  const { state } = await executor.load(streams.instance, instanceDecider)
  refuseUnless(!state.firstAdmin, 'forbidden', 'This service is set up already.')
}

export const setupRoutes = (dependencies: SetupRouteDependencies): CommandRoute[] => {
  // The stream decides; in turn, those who lose leave no password of somebody who never came to be.
  const inTurn = oneByOne()
  return [
    on(contract.setUp, async ({ body }, { executor, ids, address, userAgent }) => {
      await refuseOnceSetUp(executor)
      if (!(await dependencies.setupToken.matches(body.token)))
        throw invalid('token', 'This is not the set-up token; the service printed it at its start.')
      const userId = await inTurn(async () => {
        await refuseOnceSetUp(executor)
        return completeSetup(dependencies, executor, ids, {
          email: body.user.email,
          firstName: body.user.first_name,
          lastName: body.user.last_name,
          password: body.user.password,
        })
      })
      if (body.prefs?.site_name !== undefined)
        await tellSettings(executor, {
          type: 'ChangeSettings',
          data: { changes: [{ key: 'site-name', value: body.prefs.site_name }] },
        })
      await executor.record(streams.access(userId), {
        type: 'UserLoggedIn',
        data: { userId, method: 'setup' },
      })
      const origin = { method: 'setup', address, userAgent } as const
      return { id: await dependencies.sessions.start(userId, origin) }
    }),
  ]
}
