import { createHmac } from 'node:crypto'

/** What tests sign tokens with; the test services know it, too. */
export const embeddingKey = 'c41fd07b6e2a9385d0b7f1e64a82c95be3076d18fa5b92c4e7610d3f8ab25c96'

export const part = (content: unknown): string =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')

type Signing = {
  readonly header?: unknown
  readonly key?: string
  /** Of the HMAC; the header says what it likes. */
  readonly hash?: 'sha256' | 'sha384' | 'sha512'
}

/** A token made by hand: header and payload may be anything, as objects or as JSON text. */
export const signed = (
  payload: unknown,
  { header = { alg: 'HS256', typ: 'JWT' }, key = embeddingKey, hash = 'sha256' }: Signing = {},
): string => {
  const body = `${part(header)}.${part(payload)}`
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`
}

/** Seconds since 1970. */
export const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/** A token for one thing that holds for ten minutes. */
export const tokenFor = (
  resource: { readonly question: number } | { readonly dashboard: number },
  params: Readonly<Record<string, unknown>> = {},
): string => signed({ resource, params, exp: secondsFromNow(600) })
