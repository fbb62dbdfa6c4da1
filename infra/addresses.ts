import { z } from 'zod'
import { eventStoreAddressProblem } from './event-store/eventstoredb/address.ts'

const address = (isOne: (url: URL) => boolean, example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && new URL(text).hash === '' && isOne(new URL(text)),
      `must be an address such as ${example}`,
    )

/** `redis://user:password@host:port/number`, over TLS with `rediss://`. */
export const redisAddress = address(
  ({ protocol, hostname, pathname }) =>
    /^rediss?:$/.test(protocol) && hostname !== '' && /^\/?\d{0,4}$/.test(pathname),
  'redis://:password@example.com:6379/0',
)

/** `postgres://[user:password@]host:port/database?sslmode=…`; a password needs its user. */
export const postgresAddress = address(
  ({ protocol, hostname, pathname, username, password }) =>
    /^postgres(ql)?:$/.test(protocol) &&
    hostname !== '' &&
    /^\/[^/]+$/.test(pathname) &&
    (username !== '' || password === ''),
  'postgres://example.com:5432/analytics?sslmode=verify-full',
)

/** Several servers stand with commas between them, which no URL has. */
const servers = String.raw`[^\s/?#,]+(?:,[^\s/?#,]+)*`

/** `esdb://user:password@host:port?tls=…`, or of a cluster: `esdb://…@one:2113,two:2113`. */
export const eventStoreAddress = z.string().superRefine((text, context) => {
  const message = eventStoreAddressProblem(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** `nats://user:password@host:port`, over TLS with `tls://`. */
export const natsAddress = z
  .string()
  .regex(
    new RegExp(`^(?:nats|tls)://${servers}/?$`),
    'must be an address such as nats://user:password@example.com:4222',
  )

export const webAddress = address(
  ({ protocol, hostname }) => /^https?:$/.test(protocol) && hostname !== '',
  'http://example.com:4318',
)
