import express, { type Request, type RequestHandler, type Response } from 'express'
import type { PageForm } from '../../../shared/contract/page.ts'
import { pagesPath } from '../../../shared/contract/pages.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { errorAnswer } from '../errors.ts'
import { checkValue, parsePairs } from '../json-input.ts'
import type { Call, Mounted } from '../pipeline.ts'
import { type LogEntry, logOf } from '../request-log.ts'
import { parseRequest } from '../validate.ts'
import { giveToken, takeToken, tokenIn } from './page-cookie.ts'
import { setPageHeaders } from './page-headers.ts'
import { refuseOtherSites } from './same-origin.ts'
import { type PageDependencies, sendPage, sendProblem } from './serve-page.ts'

/** A form and the route of the endpoint it stands for. */
export type MountedForm = { readonly form: PageForm; readonly does: Mounted }

type Fields = Readonly<Record<string, string>>

const mostBytes = 16 * 1024
const readText = express.text({ type: 'application/x-www-form-urlencoded', limit: mostBytes })

const fieldsOf = async (request: Request, response: Response): Promise<Fields> => {
  await new Promise<void>((resolve, reject) => {
    readText(request, response, (error?: unknown) =>
      error ? reject(new Refusal('validation', 'The form could not be read.')) : resolve(),
    )
  })
  const fields = parsePairs(typeof request.body === 'string' ? request.body : '')
  checkValue(fields)
  return fields
}

/** One of our own pages, whatever a link made of it. */
const nextOf = ({ then }: PageForm, { next = '' }: Fields): string => {
  const base = 'http://pages'
  if (!next.startsWith(`${pagesPath}/`) || !URL.canParse(next, base)) return then
  const { origin, pathname, search } = new URL(next, base)
  return origin === base && pathname.startsWith(`${pagesPath}/`) ? pathname + search : then
}

const goTo = (response: Response, path: string) => {
  response.statusCode = 303
  response.setHeader('Location', path)
  response.end()
}

const callOf = (
  { does: { endpoint } }: MountedForm,
  request: Request,
  entry: LogEntry,
  given: { readonly session?: Call['session']; readonly fields: Fields },
): Call => ({
  endpoint,
  request: parseRequest(endpoint, {
    params: {},
    query: {},
    body: given.fields,
  }) as Call['request'],
  session: given.session,
  requestId: entry.requestId,
  address: request.ip ?? '',
  signal: new AbortController().signal,
  header: () => undefined,
  bodyBytes: Buffer.alloc(0),
  path: request.originalUrl,
})

/** Does what the form is for, and gives or takes the cookie. */
const run: Record<
  PageForm['session'],
  (
    mounted: MountedForm,
    dependencies: PageDependencies,
    request: Request,
    response: Response,
    entry: LogEntry,
    fields: Fields,
  ) => Promise<void>
> = {
  begins: async (mounted, { fallbacks }, request, response, entry, fields) => {
    const next = nextOf(mounted.form, fields)
    try {
      const { body } = await mounted.does.answer(callOf(mounted, request, entry, { fields }))
      giveToken(request, response, (body as { id: string }).id)
      goTo(response, next)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, headers } = errorAnswer(error)
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      sendPage(response, { status, html: fallbacks.signIn(next, error.message, fields.username) })
    }
  },

  ends: async (mounted, { sessions }, request, response, entry, fields) => {
    const token = tokenIn(request)
    const session = token === undefined ? undefined : await sessions.authenticate(token)
    if (session) await mounted.does.answer(callOf(mounted, request, entry, { session, fields }))
    takeToken(request, response)
    goTo(response, mounted.form.then)
  },
}

/** A form of the pages: only from our own pages, and limited like the endpoint it stands for. */
export const serveForm = (mounted: MountedForm, dependencies: PageDependencies): RequestHandler => {
  const { form } = mounted
  const { rateLimiting, addressKey, log } = dependencies
  return async (request, response) => {
    const entry = logOf(request, response, form)
    setPageHeaders(response)
    try {
      await rateLimiting.byAddress(form.does.rate, addressKey(request.ip ?? ''), (name, value) =>
        response.setHeader(name, value),
      )
      refuseOtherSites(request)
      const fields = await fieldsOf(request, response)
      await run[form.session](mounted, dependencies, request, response, entry, fields)
    } catch (error) {
      if (!(error instanceof Refusal)) log.problem(entry, error)
      sendProblem(response, dependencies, error)
    }
    log.request(entry, response)
  }
}
