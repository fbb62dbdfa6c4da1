import { z } from 'zod'
import { email as emailAddress } from '../contract/user.ts'
import { allowedHostProblem } from '../http-call/allowed-hosts.ts'
import { knownZone } from '../kernel/known-zone.ts'
import { weakness } from '../kernel/weak-secret.ts'

const most = (length: number) => `must have at most ${length} characters`

/** On one line, not blank. */
export const line = (length = 254) =>
  z
    .string('must be text')
    .max(length, most(length))
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine(
      (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text),
      'must be on one line, without control characters',
    )

export const flag = z.boolean('must be `true` or `false`')

export const wholeNumber = (least: number, greatest: number) => {
  const message = `must be a whole number from ${least} to ${greatest}`
  return z.int(message).min(least, message).max(greatest, message)
}

export const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

const asUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

const isWebAddress = (text: string): boolean => {
  const url = asUrl(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && url.hash === '' && url.hostname !== ''
}

/** Of a page or an API: http or https, without a password or a fragment. */
export const webAddress = z
  .string('must be text')
  .max(2_000, most(2_000))
  .trim()
  .refine((text) => !/[\s\p{Cc}]/u.test(text) && isWebAddress(text), {
    message: 'must be an address such as https://example.com',
  })

/** Below which other addresses stand: ends in no slash, asks nothing. */
export const baseAddress = webAddress
  .refine((text) => !text.includes('?'), 'must be an address without a question mark')
  .overwrite((text) => text.replace(/\/+$/, ''))

export const email = z.string('must be an e-mail address').pipe(emailAddress)

/** Up to 20, each once. */
export const emails = z
  .array(email, 'must be a list of e-mail addresses')
  .max(20, 'must have at most 20 items')
  .overwrite((all) => [...new Set(all)])

const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const domainPattern = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`)

const domain = z
  .string('must be text')
  .trim()
  .toLowerCase()
  .refine((text) => domainPattern.test(text), 'must be a domain such as example.com')

/** Up to 100, each once. */
export const domains = z
  .array(domain, 'must be a list of domains')
  .max(100, 'must have at most 100 items')
  .overwrite((all) => [...new Set(all)])

/** A server's name or address, without scheme, port or path. */
export const server = z
  .string('must be text')
  .trim()
  .toLowerCase()
  .refine((text) => domainPattern.test(text) || z.ipv6().safeParse(text).success, {
    message: 'must be the name or the address of a server',
  })

/** A name of the IANA database in its usual spelling. */
export const timeZone = z
  .string('must be text')
  .refine((name) => knownZone(name) !== undefined, 'must be a time zone such as Europe/Paris')
  .overwrite((name) => knownZone(name) ?? name)

export const signingKey = z
  .string('must be text')
  .max(512, most(512))
  .superRefine((key, context) => {
    const message = weakness(key)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const address = z
  .string('must be text')
  .trim()
  .toLowerCase()
  .superRefine((entry, context) => {
    const message = allowedHostProblem(entry)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

/** `host` or `host:port`, up to 100. */
export const hosts = z
  .array(address, 'must be a list of hosts')
  .max(100, 'must have at most 100 items')
  .overwrite((all) => [...new Set(all)])
