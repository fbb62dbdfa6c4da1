import { block, type Lines, map } from './text.ts'

type Refusal = {
  readonly code: string
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number
}

/** Seconds for which a process that failed is left alone. */
export const failTimeout = 2

/** What nginx refuses by itself, in the words and the shape of every other refusal. */
const refusals: Readonly<Record<number, Refusal>> = {
  400: { code: 'validation', message: 'This is not a valid HTTP request.' },
  404: { code: 'not-found', message: 'There is nothing at this address.' },
  405: { code: 'method-not-allowed', message: 'No address answers this method.' },
  408: { code: 'request-timeout', message: 'The request did not arrive in time.' },
  413: { code: 'payload-too-large', message: 'The body is larger than 1 MiB.' },
  414: { code: 'headers-too-large', message: 'The address is too long.' },
  417: { code: 'validation', message: 'Nothing else can be expected than 100-continue.' },
  429: {
    code: 'rate-limited',
    message: 'Too many requests at once; wait and try again.',
    retryAfter: 1,
  },
  431: { code: 'headers-too-large', message: 'The headers are larger than 16 KiB.' },
  500: { code: 'internal', message: 'Something went wrong on our side.' },
  502: {
    code: 'interrupted',
    message: 'The connection to the service broke; what was asked for may have been done.',
  },
  503: {
    code: 'unavailable',
    message: 'The service cannot be reached just now; nothing was done. Try again in a moment.',
    retryAfter: failTimeout,
  },
  504: {
    code: 'interrupted',
    message: 'The service did not answer in time; what was asked for may have been done.',
  },
}

/** Statuses nginx has for itself, or by which it says less than we do. */
const renamed: Readonly<Record<number, number>> = { 494: 431, 497: 400, 501: 400, 505: 400 }

const bodyOf = ({ code, message, retryAfter }: Refusal): string =>
  JSON.stringify({
    message,
    error: true,
    code,
    ...(code === 'rate-limited' && { retry_after: retryAfter }),
  })

const rows = Object.entries(refusals)

/** The texts of refusals by status. */
export const refusalMaps: readonly Lines[] = [
  map(
    '$status',
    'refusal',
    rows.map(([status, refusal]) => [status, `'${bodyOf(refusal)}'`]),
    `'${bodyOf({ code: 'internal', message: 'Something went wrong on our side.' })}'`,
    'volatile;',
  ),
  map(
    '$status',
    'refusal_retry_after',
    rows.flatMap(([status, { retryAfter }]) =>
      retryAfter === undefined ? [] : [[status, String(retryAfter)] as const],
    ),
    "''",
    'volatile;',
  ),
  map(
    '$status',
    'refusal_allow',
    [['405', "'GET, HEAD, POST, PUT, DELETE, OPTIONS'"]],
    "''",
    'volatile;',
  ),
  '# Nothing of the request has left, so it cannot have been done.',
  map('"$status $upstream_bytes_sent"', 'unsent', [['~^50[24] [^1-9]*$', '1']], "''", 'volatile;'),
]

/** Sends what is refused to where its text is; `except` are statuses that go another way. */
export const refusing = (except: readonly number[] = []): readonly string[] => [
  `error_page ${Object.keys(refusals)
    .filter((status) => !except.includes(Number(status)))
    .join(' ')} /-/refused;`,
  ...Object.entries(renamed).map(([status, told]) => `error_page ${status} =${told} /-/refused;`),
]

/**
 * Where refusals are told; a place with a path, since what could not be read has none of its own. The
 * headers are those of the API: for their reader alone and nothing to frame, sniff or keep.
 */
export const refused: Lines = block(
  'location = /-/refused',
  'internal;',
  block('if ($unsent)', 'return 503;'),
  "default_type 'application/json; charset=utf-8';",
  "add_header Cache-Control 'no-store' always;",
  "add_header X-Content-Type-Options 'nosniff' always;",
  "add_header X-Frame-Options 'DENY' always;",
  `add_header Content-Security-Policy "default-src 'none'; frame-ancestors 'none'" always;`,
  "add_header Referrer-Policy 'no-referrer' always;",
  'add_header X-Request-Id $request_name always;',
  'add_header Retry-After $refusal_retry_after always;',
  'add_header Allow $refusal_allow always;',
  'add_header Strict-Transport-Security $strict_transport always;',
  '# The status stays that of the refusal.',
  'return 200 $refusal;',
)
