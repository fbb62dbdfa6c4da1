import * as contract from '../../shared/contract/session.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { SetupToken } from '../../shared/ports/vault.ts'
import { asJson } from '../../shared/settings/effective.ts'
import { visibleSettings } from '../../shared/settings/visible.ts'
import { on, type QueryRoute } from '../context.ts'

export type SessionDependencies = {
  readonly settings: Pick<Settings, 'current'>
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
    const visible = visibleSettings(actor)
    const values = await dependencies.settings.current(...visible)
    const token = setUp ? undefined : await dependencies.setupToken.current()
    return {
      engines: dependencies.engines,
      version: dependencies.version,
      settings: Object.fromEntries(visible.map((key) => [key, asJson(key, values[key])])),
      'has-user-setup': setUp,
      ...(token !== undefined && { 'setup-token': token }),
    }
  }),

  on(contract.checkPassword, async ({ body }) => ({
    valid: dependencies.passwordProblem(body.password) === undefined,
  })),
]
