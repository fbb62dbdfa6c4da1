import { Refusal } from '../shared/kernel/refusal.ts'
import type { Executor } from './execute.ts'
import { settingDecider } from './setup/setting-decider.ts'
import { streams } from './streams.ts'

/** Decision E1: on unless the setting says no. @throws {Refusal} 400 while sharing is off */
export const refuseUnlessSharing = async (executor: Executor): Promise<void> => {
  const { state } = await executor.load(streams.settings, settingDecider)
  if (state.values.get('enable-public-sharing') !== 'false') return
  throw new Refusal('public-sharing-disabled', 'Sharing by link is switched off for this site.')
}
