import * as contract from '../../shared/contract/session.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import type { SetupToken } from '../../shared/ports/vault.ts'
import { on, type QueryRoute } from '../context.ts'

export type SessionDependencies = {
  readonly setupToken: Pick<SetupToken, 'current'>
  readonly passwordProblem: (password: string) => string | undefined
  readonly engines: Readonly<Record<string, { readonly 'driver-name': string }>>
  readonly version: { readonly tag: string; readonly hash: string }
}

export const sessionRoutes = (dependencies: SessionDependencies): readonly QueryRoute[] => [
  on(contract.getProperties, async (_, { actor, views }) => {
    const instance = await views.selectFrom('instances').selectAll().executeTakeFirst()
    const setUp = instance !== undefined
    refuseUnless(actor || !setUp, 'unauthenticated', 'Log in first.')
    const settings = await views.selectFrom('settings').selectAll().execute()
    const token = setUp ? undefined : await dependencies.setupToken.current()
    return {
      engines: dependencies.engines,
      version: dependencies.version,
      settings: Object.fromEntries(settings.map(({ key, value }) => [key, value])),
      'has-user-setup': setUp,
      ...(token !== undefined && { 'setup-token': token }),
    }
  }),

  on(contract.checkPassword, async ({ body }) => ({
    valid: dependencies.passwordProblem(body.password) === undefined,
  })),
]
