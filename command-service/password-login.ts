import { Refusal } from '../shared/kernel/refusal.ts'
import type { Settings } from '../shared/ports/settings.ts'
import { adminMembershipId } from './accounts.ts'
import type { Executor } from './execute.ts'

export type PasswordLoginDependencies = { readonly settings: Settings }

/** Where passwords are switched off they are for admins alone, so that somebody can still get in. */
export const mayUsePassword = async (
  { settings }: PasswordLoginDependencies,
  executor: Executor,
  userId: number,
): Promise<boolean> => {
  const { 'enable-password-login': isOn } = await settings.current('enable-password-login')
  return isOn || (await adminMembershipId(executor, userId)) !== undefined
}

/** @throws {Refusal} 403 */
export const refusePassword = async (
  dependencies: PasswordLoginDependencies,
  executor: Executor,
  userId: number,
): Promise<void> => {
  if (await mayUsePassword(dependencies, executor, userId)) return
  throw new Refusal('forbidden', 'Here one logs in through the identity provider.')
}
