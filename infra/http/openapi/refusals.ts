import { idInBody, idInPath } from '../../../shared/contract/common.ts'
import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts'
import { statusOf } from '../errors.ts'
import { type Example, type Reference, type Response, reference } from './document.ts'
import { everyAnswer, headerReferences } from './headers.ts'
import { mentions } from './mentions.ts'

type RefusalAnswer = {
  /** Its name among the components. */
  readonly name: string
  readonly description: string
  readonly retryAfter?: true
  readonly appliesTo: (endpoint: AnyEndpoint) => boolean
  readonly example?: Example
}

const always = () => true
const hasBody = ({ body }: AnyEndpoint) => body !== undefined
const asksForSession = ({ access }: AnyEndpoint) => access !== 'anyone'
const readsTokens = ({ rate }: AnyEndpoint) => rate === 'embed'
const checksCredentials = ({ rate }: AnyEndpoint) => rate === 'login'
const isForSome = ({ access }: AnyEndpoint) => access === 'admin' || access === 'self-or-admin'

/** Some API keys may only read. */
const changesSomething = (endpoint: AnyEndpoint) =>
  endpoint.side === 'command' && endpoint.method !== 'GET' && asksForSession(endpoint)

/** The path or an id names what may be missing, or not for this caller. */
const namesSomething = ({ params, query, body }: AnyEndpoint) =>
  params !== undefined ||
  (query !== undefined && mentions(query, idInPath)) ||
  (body !== undefined && mentions(body, idInBody))

/** Every failure an endpoint can answer with, by status, and what in its declaration implies it. */
const answers: Readonly<Record<number, RefusalAnswer>> = {
  400: {
    name: 'BadRequest',
    description:
      'The path, query, headers or body are not valid, or a rule forbids what they ask for.',
    appliesTo: always,
    example: {
      value: {
        message: 'name: must not be blank',
        error: true,
        code: 'validation',
        errors: { name: 'must not be blank' },
      },
    },
  },
  401: {
    name: 'Unauthenticated',
    description: 'There is no session, it has ended, or the credentials or the token are wrong.',
    appliesTo: (endpoint) =>
      asksForSession(endpoint) || checksCredentials(endpoint) || readsTokens(endpoint),
  },
  403: {
    name: 'Forbidden',
    description: 'The caller is known, but may not do this.',
    appliesTo: (endpoint) =>
      isForSome(endpoint) ||
      changesSomething(endpoint) ||
      checksCredentials(endpoint) ||
      namesSomething(endpoint),
  },
  404: { name: 'NotFound', description: 'It does not exist.', appliesTo: namesSomething },
  409: {
    name: 'Conflict',
    description:
      'The state has changed meanwhile, or the Idempotency-Key was used before or is in use.',
    appliesTo: (endpoint) => endpoint.side === 'command' && asksForSession(endpoint),
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than 1 MiB, or something in it than 512 KiB to be saved.',
    appliesTo: hasBody,
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not of a type this endpoint takes.',
    appliesTo: hasBody,
  },
  429: {
    name: 'RateLimited',
    description: 'Too many requests of this class, or too many failed logins.',
    retryAfter: true,
    appliesTo: always,
    example: {
      value: {
        message: 'Too many requests; wait and try again.',
        error: true,
        code: 'rate-limited',
        retry_after: 12,
      },
    },
  },
  500: {
    name: 'InternalError',
    description: 'Something went wrong on our side; the log has it under X-Request-Id.',
    appliesTo: always,
  },
  503: {
    name: 'Unavailable',
    description: 'Busy, or readers have not caught up in time; trying again soon is safe.',
    retryAfter: true,
    appliesTo: always,
  },
}

const entries = Object.entries(answers)

const codesOf = (status: string): readonly string[] => {
  const codes = Object.entries(statusOf).flatMap(([kind, its]) =>
    String(its) === status ? [kind] : [],
  )
  return codes.length > 0 ? codes : ['internal']
}

const response = (status: string, answer: RefusalAnswer): Response => ({
  description: answer.description,
  headers: headerReferences([
    ...everyAnswer,
    ...(answer.retryAfter ? ['Retry-After' as const] : []),
  ]),
  content: {
    'application/json': {
      schema: {
        allOf: [
          reference('schemas', 'Error'),
          { type: 'object', properties: { code: { enum: codesOf(status) } } },
        ],
      },
      ...(answer.example && { examples: { [answer.name]: answer.example } }),
    },
  },
})

export const refusalComponents: Readonly<Record<string, Response>> = Object.fromEntries(
  entries.map(([status, answer]) => [answer.name, response(status, answer)]),
)

/** The failures of one endpoint, by status. */
export const refusalsOf = (endpoint: AnyEndpoint): Readonly<Record<string, Reference>> =>
  Object.fromEntries(
    entries
      .filter(([, { appliesTo }]) => appliesTo(endpoint))
      .map(([status, { name }]) => [status, reference('responses', name)]),
  )
