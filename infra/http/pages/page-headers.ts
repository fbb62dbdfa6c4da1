import type { Response } from 'express'
import type { Frames } from '../../../shared/contract/page.ts'

/** The sites whose frames pages may stand in, by why they may, as a content security policy has it. */
export type FrameAncestors = Readonly<Record<Frames, string>>

const nobody = "'none'"

/** Our own files and nothing else, and forms go nowhere but here. */
const policy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
  ].join('; ')

/** Beside what every answer carries. Without a referrer, browsers would hide a form's origin, too. */
export const setPageHeaders = (response: Response, frameAncestors = nobody): void => {
  response.setHeader('Content-Security-Policy', policy(frameAncestors))
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  if (frameAncestors === nobody) return
  // It knows no list of sites; browsers that know the policy go by that.
  response.removeHeader('X-Frame-Options')
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
}
