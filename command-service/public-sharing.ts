import { Refusal } from '../shared/kernel/refusal.ts'
import type { Executor } from './execute.ts'
import { loadSettings, type SettingDependencies } from './settings.ts'

/** Decision E1. @throws {Refusal} 400 while sharing is off */
export const refuseUnlessSharing = async (
  dependencies: SettingDependencies,
  executor: Executor,
): Promise<void> => {
  const settings = await loadSettings(dependencies, executor)
  if (settings.get('enable-public-sharing')) return
  throw new Refusal('public-sharing-disabled', 'Sharing by link is switched off for this site.')
}
