import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts'
import { isDownload } from '../../../shared/contract/endpoint.ts'
import { keyHeader, sessionHeader } from '../access.ts'
import { type Header, type Parameter, type Reference, reference } from './document.ts'

const text = { type: 'string' } as const
const position = { type: 'string', pattern: '^\\d{1,19}$' } as const
const whole = { type: 'integer', minimum: 0 } as const

/** Headers of answers. */
export const headers = {
  'X-Request-Id': {
    description: 'What the log calls this request; the caller’s own, if it sent a usable one.',
    schema: text,
  },
  'X-Rate-Limit-Limit': { description: 'Requests allowed per window.', schema: whole },
  'X-Rate-Limit-Remaining': { description: 'Requests left in this window.', schema: whole },
  'X-Rate-Limit-Reset': {
    description: 'When the window ends, in Unix seconds.',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds until another try can succeed.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Event-Position': {
    description:
      'Where the log stood after this write; a read that sends it as X-At-Least-Position sees the write. Absent when nothing changed.',
    schema: position,
  },
  'X-Projection': {
    description:
      'Present when readers have not seen this write yet; reads of this session wait for it.',
    schema: { const: 'pending' },
  },
  'X-Total-Count': { description: 'Length of the whole list.', schema: whole },
  ETag: {
    description: 'Names the version of the answer; to be sent as If-None-Match.',
    schema: text,
  },
  'Content-Disposition': { description: 'Name of the file.', schema: text },
} as const satisfies Record<string, Header>

type HeaderName = keyof typeof headers

/** Headers of requests. */
export const requestHeaders = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating a request under the same key of the same session answers the first answer again (24 h); another request under it is refused with 409, and so is the same one while the first is under way (`idempotency-key-in-use`). A dry run uses no key up.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  'X-At-Least-Position': {
    name: 'X-At-Least-Position',
    in: 'header',
    description: 'X-Event-Position of a write that this read must see.',
    schema: position,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer: if it is still current, the answer is 304.',
    schema: text,
  },
} as const satisfies Record<string, Parameter>

const asWritten = (header: string): string =>
  header
    .split('-')
    .map((word) => (word === 'api' ? 'API' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('-')

export const sessionScheme = {
  type: 'apiKey',
  in: 'header',
  name: asWritten(sessionHeader),
  description: 'The `id` that `POST /api/session` answers.',
} as const

export const apiKeyScheme = {
  type: 'apiKey',
  in: 'header',
  name: asWritten(keyHeader),
  description:
    'The `unmasked_key` that `POST /api/api-key` answers; also taken as `Authorization: Bearer as_…`.',
} as const

export const headerReferences = (
  names: readonly HeaderName[],
): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]))

/** On every answer, whatever its status. */
export const everyAnswer: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Rate-Limit-Limit',
  'X-Rate-Limit-Remaining',
  'X-Rate-Limit-Reset',
]

const isPaged = ({ query }: AnyEndpoint): boolean =>
  query !== undefined && 'limit' in query.shape && 'offset' in query.shape

export const successHeaders = (endpoint: AnyEndpoint): readonly HeaderName[] => [
  ...everyAnswer,
  ...(endpoint.side === 'command' ? (['X-Event-Position', 'X-Projection'] as const) : []),
  ...(isPaged(endpoint) ? (['X-Total-Count'] as const) : []),
  ...(endpoint.versioned ? (['ETag'] as const) : []),
  ...(isDownload(endpoint.response) ? (['Content-Disposition'] as const) : []),
]

/** Keys are remembered per session, and only writes have something to repeat. */
export const takesIdempotencyKey = ({ side, method, access }: AnyEndpoint): boolean =>
  side === 'command' && (method === 'POST' || method === 'PUT') && access !== 'anyone'
