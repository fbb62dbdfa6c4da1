import type { Request, RequestHandler, Response } from 'express'
import type { Page, PageDocument, PageFallbacks, WaysOut } from '../../../shared/contract/page.ts'
import { checkValue } from '../../../shared/kernel/json-input.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { Authenticated } from '../../../shared/ports/sessions.ts'
import { clientAddress } from '../client-address.ts'
import { errorAnswer } from '../errors.ts'
import { parseLists, parsePairs } from '../form-input.ts'
import { afterwardsOf, type Call, type PipelineDependencies, signalOf } from '../pipeline.ts'
import { logOf } from '../request-log.ts'
import { parseRequest } from '../validate.ts'
import { tokenIn } from './page-cookie.ts'
import { type FrameAncestors, setPageHeaders } from './page-headers.ts'

/** The part of a call that goes on to whom a page asks. */
export type Visit = Pick<Call, 'session' | 'requestId' | 'address' | 'signal' | 'afterwards'>

/** A page and what makes it for whoever is signed in. */
export type MountedPage = {
  readonly page: Page
  readonly show: (asked: never, visit: Visit) => Promise<PageDocument>
}

export type PageDependencies = PipelineDependencies & {
  readonly fallbacks: PageFallbacks
  readonly frameAncestors: FrameAncestors
}

export const sendPage = (response: Response, { status, html }: PageDocument): void => {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(html)
}

const titles: Readonly<Record<number, string>> = {
  400: 'That does not work',
  401: 'Not open to you',
  403: 'Not for you',
  404: 'Not there',
  429: 'Too fast',
}

type Problem = { readonly error: unknown; readonly isPart?: true | undefined } & WaysOut

/** A refusal as a page, in words; a bug as one that says no more than that. */
export const sendProblem = (
  response: Response,
  { fallbacks }: Pick<PageDependencies, 'fallbacks'>,
  { error, isPart, ...ways }: Problem,
): void => {
  const { status, headers, body } = errorAnswer(error)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const title = titles[status] ?? 'Something went wrong'
  const message = String(body.message)
  const html = isPart ? fallbacks.partProblem(message) : fallbacks.problem(title, message, ways)
  sendPage(response, { status, html })
}

const askedOf = ({ page }: MountedPage, request: Request) => {
  const mark = request.originalUrl.indexOf('?')
  const text = mark < 0 ? '' : request.originalUrl.slice(mark + 1)
  const pairs = page.manyValues ? parseLists(text) : parsePairs(text)
  const given = Object.entries(pairs).filter(([, value]) => value !== '')
  checkValue(request.params)
  const raw = { params: request.params, query: Object.fromEntries(given), body: undefined }
  return parseRequest({ params: page.params, query: page.query }, raw) as never
}

/** The order of checks is that of the API (decision G3); what it refuses, this shows. */
export const servePage = (mounted: MountedPage, dependencies: PageDependencies): RequestHandler => {
  const { page } = mounted
  const { sessions, rateLimiting, trustedProxies, log, fallbacks, frameAncestors } = dependencies
  const signedIn = async (request: Request) => {
    // What anybody may see is nobody's own: it is the same whoever looks at it.
    const token = page.access === 'anyone' ? undefined : tokenIn(request)
    return token === undefined ? undefined : sessions.authenticate(token)
  }

  return async (request, response) => {
    const entry = logOf(request, response, page)
    const signal = signalOf(response)
    const address = clientAddress(request, trustedProxies)
    const setHeader = (name: string, value: string) => void response.setHeader(name, value)
    setPageHeaders(response, page.frames && frameAncestors[page.frames])
    const ways: { to?: WaysOut['to']; signOut?: string } = {}
    try {
      await rateLimiting.byAddress(page.rate, address, setHeader)
      const session: Authenticated | undefined = await signedIn(request)
      if (session) await rateLimiting.byUser(page.rate, session.actor.userId, setHeader)
      entry.userId = session?.actor.userId
      if (session) ways.signOut = 'Sign out'
      if (session && request.originalUrl !== page.path) ways.to = page
      if (page.access !== 'anyone' && !session) {
        const ended = tokenIn(request) === undefined ? undefined : 'You are not signed in any more.'
        sendPage(response, { status: 401, html: fallbacks.signIn(request.originalUrl, ended) })
      } else if (page.access === 'admin' && !session?.actor.isSuperuser)
        sendProblem(response, dependencies, {
          error: new Refusal('forbidden', 'Only admins may see this page.'),
          signOut: 'Sign in as somebody else',
        })
      else {
        const { requestId } = entry
        const afterwards = afterwardsOf(response)
        const visit: Visit = { session, requestId, address, signal, afterwards }
        sendPage(response, await mounted.show(askedOf(mounted, request), visit))
      }
    } catch (error) {
      if (!(error instanceof Refusal) && !signal.aborted) log.problem(entry, error)
      sendProblem(response, dependencies, { error, isPart: page.isPart, ...ways })
    }
    log.request(entry, response)
  }
}
