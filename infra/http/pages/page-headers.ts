import type { Response } from 'express'

/** Our own files and nothing else; no frame around a page, and forms go nowhere but here. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Beside what every answer carries. Without a referrer, browsers would hide a form's origin, too. */
export const setPageHeaders = (response: Response): void => {
  response.setHeader('Content-Security-Policy', policy)
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
}
