import type { Request, RequestHandler, Response } from 'express'
import type { Page, PageDocument, PageFallbacks, WaysOut } from '../../../shared/contract/page.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { Authenticated } from '../../../shared/ports/sessions.ts'
import { errorAnswer } from '../errors.ts'
import { parsePairs } from '../form-input.ts'
import type { PipelineDependencies } from '../pipeline.ts'
import { logOf } from '../request-log.ts'
import { parseRequest } from '../validate.ts'
import { tokenIn } from './page-cookie.ts'
import { setPageHeaders } from './page-headers.ts'

/** A page and what makes it for whoever is signed in. */
export type MountedPage = {
  readonly page: Page
  readonly show: (query: never, session: Authenticated | undefined) => Promise<PageDocument>
}

export type PageDependencies = PipelineDependencies & { readonly fallbacks: PageFallbacks }

export const sendPage = (response: Response, { status, html }: PageDocument): void => {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(html)
}

const titles: Readonly<Record<number, string>> = {
  400: 'That does not work',
  403: 'Not for you',
  404: 'Not there',
  429: 'Too fast',
}

/** A refusal as a page, in words; a bug as one that says no more than that. */
export const sendProblem = (
  response: Response,
  { fallbacks }: Pick<PageDependencies, 'fallbacks'>,
  error: unknown,
  ways?: WaysOut,
): void => {
  const { status, headers, body } = errorAnswer(error)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const title = titles[status] ?? 'Something went wrong'
  sendPage(response, { status, html: fallbacks.problem(title, String(body.message), ways) })
}

const queryOf = ({ page }: MountedPage, request: Request) => {
  const mark = request.originalUrl.indexOf('?')
  const pairs = parsePairs(mark < 0 ? '' : request.originalUrl.slice(mark + 1))
  const given = Object.entries(pairs).filter(([, value]) => value !== '')
  const raw = { params: {}, query: Object.fromEntries(given), body: undefined }
  return parseRequest({ query: page.query }, raw).query as never
}

/** The order of checks is that of the API (decision G3); what it refuses, this shows. */
export const servePage = (mounted: MountedPage, dependencies: PageDependencies): RequestHandler => {
  const { page } = mounted
  const { sessions, rateLimiting, addressKey, log, fallbacks } = dependencies
  const signedIn = async (request: Request) => {
    const token = tokenIn(request)
    return token === undefined ? undefined : sessions.authenticate(token)
  }

  return async (request, response) => {
    const entry = logOf(request, response, page)
    const setHeader = (name: string, value: string) => void response.setHeader(name, value)
    setPageHeaders(response)
    const ways: { to?: WaysOut['to']; signOut?: string } = {}
    try {
      await rateLimiting.byAddress(page.rate, addressKey(request.ip ?? ''), setHeader)
      const session = await signedIn(request)
      if (session) await rateLimiting.byUser(page.rate, session.actor.userId, setHeader)
      entry.userId = session?.actor.userId
      if (session) ways.signOut = 'Sign out'
      if (session && request.originalUrl !== page.path) ways.to = page
      if (page.access !== 'anyone' && !session) {
        const ended = tokenIn(request) === undefined ? undefined : 'You are not signed in any more.'
        sendPage(response, { status: 401, html: fallbacks.signIn(request.originalUrl, ended) })
      } else if (page.access === 'admin' && !session?.actor.isSuperuser)
        sendProblem(
          response,
          dependencies,
          new Refusal('forbidden', 'Only admins may see this page.'),
          { signOut: 'Sign in as somebody else' },
        )
      else sendPage(response, await mounted.show(queryOf(mounted, request), session))
    } catch (error) {
      if (!(error instanceof Refusal)) log.problem(entry, error)
      sendProblem(response, dependencies, error, ways)
    }
    log.request(entry, response)
  }
}
