import type { ServerResponse } from 'node:http'

/** Answers of the API are for their reader alone and nothing to frame, sniff or keep. */
export const setApiHeaders = (response: ServerResponse): void => {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('X-Frame-Options', 'DENY')
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  response.setHeader('Referrer-Policy', 'no-referrer')
}
