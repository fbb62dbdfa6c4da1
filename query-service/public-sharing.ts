import { Refusal } from '../shared/kernel/refusal.ts'
import type { Views } from './context.ts'

/** Decision E1: on unless the setting says no. */
export const isSharingOn = async (views: Views): Promise<boolean> => {
  const row = await views
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'enable-public-sharing')
    .executeTakeFirst()
  return row?.value !== false
}

/** @throws {Refusal} 400 while sharing is off */
export const refuseUnlessSharing = async (views: Views): Promise<void> => {
  if (await isSharingOn(views)) return
  throw new Refusal('public-sharing-disabled', 'Sharing by link is switched off for this site.')
}
