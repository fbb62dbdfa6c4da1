import type { Request, Response } from 'express'
import { pagesPath } from '../../../shared/contract/pages.ts'

const name = 'pages_session'

/** The session of the pages; undefined when the cookie is missing, or there twice. */
export const tokenIn = (request: Request): string | undefined => {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const [token, ...more] = pairs.flatMap((pair) =>
    pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : [],
  )
  return more.length === 0 ? token : undefined
}

const set = (request: Request, response: Response, value: string, more: readonly string[]) => {
  const secure = request.secure ? ['Secure'] : []
  const attributes = [`Path=${pagesPath}`, 'HttpOnly', 'SameSite=Strict', ...secure, ...more]
  response.setHeader('Set-Cookie', [`${name}=${value}`, ...attributes].join('; '))
}

/** Until the browser is closed, for pages only, out of reach of scripts and of other sites. */
export const giveToken = (request: Request, response: Response, token: string): void =>
  set(request, response, token, [])

export const takeToken = (request: Request, response: Response): void =>
  set(request, response, '', ['Max-Age=0'])
