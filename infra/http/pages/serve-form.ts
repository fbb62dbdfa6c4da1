import type { Request, RequestHandler, Response } from 'express'
import type { PageForm } from '../../../shared/contract/page.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { clientAddress } from '../client-address.ts'
import { errorAnswer } from '../errors.ts'
import { type Answer, afterwardsOf, type Call, type Mounted } from '../pipeline.ts'
import { logOf } from '../request-log.ts'
import { parseRequest } from '../validate.ts'
import { type Fields, fieldsOf, nextIn } from './form-fields.ts'
import { giveToken, takeToken, tokenIn } from './page-cookie.ts'
import { setPageHeaders } from './page-headers.ts'
import { refuseOtherSites } from './same-origin.ts'
import { type PageDependencies, sendPage, sendProblem } from './serve-page.ts'

/** A form and the route of the endpoint it stands for. */
export type MountedForm = { readonly form: PageForm; readonly does: Mounted }

/** A form that was sent from a page of ours. */
type Sent = {
  readonly form: PageForm
  readonly request: Request
  readonly response: Response
  readonly fields: Fields
  /** Calls the endpoint with the fields as its body. */
  readonly call: (session?: Call['session']) => Promise<Answer>
}

const goTo = (response: Response, path: string) => {
  response.statusCode = 303
  response.setHeader('Location', path)
  response.end()
}

/** Shows a form again, saying why; with the status and the headers of the refusal. */
const showAgain = (response: Response, refusal: Refusal, html: string) => {
  const { status, headers } = errorAnswer(refusal)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  sendPage(response, { status, html })
}

/** Does what a form is for, and gives or takes the cookie. */
const outcomes: Record<
  PageForm['session'],
  (sent: Sent, dependencies: PageDependencies) => Promise<void>
> = {
  begins: async ({ form, request, response, fields, call }, { fallbacks }) => {
    const next = nextIn(fields, form.then)
    try {
      const { body } = await call()
      giveToken(request, response, (body as { id: string }).id)
      goTo(response, next)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showAgain(response, error, fallbacks.signIn(next, error.message, fields.username))
    }
  },

  ends: async ({ form, request, response, call }, { sessions }) => {
    const token = tokenIn(request)
    const session = token === undefined ? undefined : await sessions.authenticate(token)
    if (session) await call(session)
    takeToken(request, response)
    goTo(response, form.then)
  },

  prepares: async ({ form, response, fields, call }, { fallbacks, sessions }) => {
    try {
      const { body } = await call()
      // Whoever sets it here logs in with it elsewhere: nobody has this session.
      await sessions.endToken((body as { session_id: string }).session_id)
      goTo(response, form.then)
    } catch (error) {
      const problem = error instanceof Refusal ? error.extras.errors?.password : undefined
      if (!(error instanceof Refusal) || problem === undefined) throw error
      showAgain(response, error, fallbacks.newPassword(fields.token ?? '', problem))
    }
  },
}

/** A form of the pages: only from our own pages, and limited like the endpoint it stands for. */
export const serveForm = (
  { form, does }: MountedForm,
  dependencies: PageDependencies,
): RequestHandler => {
  const { rateLimiting, trustedProxies, log } = dependencies
  const { endpoint } = does
  return async (request, response) => {
    const entry = logOf(request, response, form)
    const address = clientAddress(request, trustedProxies)
    setPageHeaders(response)
    try {
      await rateLimiting.byAddress(endpoint.rate, address, (name, value) =>
        response.setHeader(name, value),
      )
      refuseOtherSites(request)
      const fields = await fieldsOf(request, response)
      const call: Sent['call'] = async (session) => {
        const raw = { params: {}, query: {}, body: fields }
        return does.answer({
          endpoint,
          request: parseRequest(endpoint, raw) as Call['request'],
          session,
          requestId: entry.requestId,
          address,
          signal: new AbortController().signal,
          afterwards: afterwardsOf(response),
          header: (name) => (name === 'user-agent' ? request.headers[name] : undefined),
          bodyBytes: Buffer.alloc(0),
          path: request.originalUrl,
        })
      }
      await outcomes[form.session]({ form, request, response, fields, call }, dependencies)
    } catch (error) {
      if (!(error instanceof Refusal)) log.problem(entry, error)
      sendProblem(response, dependencies, { error })
    }
    log.request(entry, response)
  }
}
