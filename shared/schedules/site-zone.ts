import type { Settings } from '../ports/settings.ts'

/** Whose clocks schedules follow: an IANA name. */
export const siteZone = async (settings: Pick<Settings, 'get'>): Promise<string> =>
  (await settings.get('report-timezone')) ?? 'UTC'
