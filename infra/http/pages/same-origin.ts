import type { Request } from 'express'
import { refuseUnless } from '../../../shared/kernel/refusal.ts'

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

const isOurs = (request: Request): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  // No browser sends a form without either; whatever else does carries nobody's cookie.
  return origin === undefined || hostOf(origin) === request.host
}

/** @throws {Refusal} 403 for a form that another site made somebody's browser send. */
export const refuseOtherSites = (request: Request): void =>
  refuseUnless(isOurs(request), 'forbidden', 'This form was sent from another site.')
