import { Refusal } from '../shared/kernel/refusal.ts'
import type { Settings } from '../shared/ports/settings.ts'

/** Decision E1, as readers see it at this moment: once its end was acknowledged nothing opens. */
export const isSharingOn = async (settings: Pick<Settings, 'current'>): Promise<boolean> => {
  const { 'enable-public-sharing': isOn } = await settings.current('enable-public-sharing')
  return isOn
}

/** @throws {Refusal} 400 while sharing is off */
export const refuseUnlessSharing = async (settings: Pick<Settings, 'current'>): Promise<void> => {
  if (await isSharingOn(settings)) return
  throw new Refusal('public-sharing-disabled', 'Sharing by link is switched off for this site.')
}
