import type { DatasetQuery } from '../../../shared/contract/dataset.ts'
import { knownZone } from '../../../shared/kernel/known-zone.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'

/** The zone a query asks for, else the site's. @throws {Refusal} 400 for a name that is none. */
export const requestedZone = (
  { settings }: DatasetQuery,
  siteZone: string | null,
): { timeZone?: string } => {
  const name = settings?.['report-timezone'] ?? siteZone
  if (name === null) return {}
  const zone = knownZone(name)
  if (zone) return { timeZone: zone }
  throw invalid('settings.report-timezone', 'Expected a time zone, like "Europe/Paris".')
}
