import { createSecretKey } from 'node:crypto'
import { compactVerify, errors } from 'jose'
import { readClaims } from '../../shared/embedding/claims.ts'
import { parseJson } from '../../shared/kernel/json-input.ts'
import { Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import { repeatsKey } from '../../shared/kernel/repeated-key.ts'
import type { EmbeddingTokens } from '../../shared/ports/embedding-tokens.ts'
import type { Settings } from '../../shared/ports/settings.ts'

/** Characters. */
const longestToken = 8 * 1024

const decoder = new TextDecoder()

const unreadable = (message: string) =>
  new Refusal('validation', message, { errors: { token: message } })

/** @throws {Refusal} 400 for what is no object, or has a key twice */
const readObject = (bytes: Uint8Array, what: string): object => {
  const value = parseJson(bytes, what)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(`${what} is not an object.`)
  if (repeatsKey(decoder.decode(bytes))) throw unreadable(`${what} has the same key twice.`)
  return value
}

/** Members of a header that ask for another way of reading what follows; we have one way only. */
const otherWays = ['crit', 'b64', 'zip', 'cty']

/** Where keys are said to be (`kid`, `jku`, `jwk`, …) is passed over: we have one key only. */
const isOurKind = (header: object): boolean => {
  const { alg, typ = 'JWT' } = header as { readonly alg?: unknown; readonly typ?: unknown }
  const isJwt = typeof typ === 'string' && typ.toUpperCase() === 'JWT'
  return alg === 'HS256' && isJwt && !otherWays.some((name) => Object.hasOwn(header, name))
}

const base64url = /^[\w-]+$/

/** @throws {Refusal} 400 for what has not the form of a token, 401 for one of another kind */
const checkForm = (token: string): void => {
  if (token.length > longestToken)
    throw unreadable(`The token is longer than ${longestToken} characters.`)
  const [header = '', ...rest] = token.split('.')
  if (rest.length !== 2 || !base64url.test(header)) throw unreadable('This is not a token.')
  const read = readObject(Buffer.from(header, 'base64url'), "The token's header")
  refuseUnless(isOurKind(read), 'embedding-token-invalid', 'The token is not signed with HS256.')
}

/** Several texts can stand for the same bytes; only the one that signing makes is right. */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

/** What a token says that was signed with this key; undefined where it was not. */
const signedWith = async (token: string, secret: string): Promise<Uint8Array | undefined> => {
  try {
    const key = createSecretKey(secret, 'utf8')
    return (await compactVerify(token, key, { algorithms: ['HS256'] })).payload
  } catch (error) {
    // Which of its checks said no is nobody's to know.
    if (!(error instanceof errors.JOSEError)) throw error
    return undefined
  }
}

const payloadOf = async (token: string, secrets: readonly string[]): Promise<Uint8Array> => {
  if (isCanonical(token))
    for (const secret of secrets) {
      const payload = await signedWith(token, secret)
      if (payload) return payload
    }
  throw new Refusal(
    'embedding-token-invalid',
    'The token was not signed with the key of this site.',
  )
}

const refuseOff = (isOn: boolean): void =>
  refuseUnless(isOn, 'embedding-disabled', 'Embedding is switched off for this site.')

/** Tokens are signed with the key of the settings or, while it still holds, the one before. */
export const embeddingTokens = (
  settings: Pick<Settings, 'current'>,
  now: () => Date,
): EmbeddingTokens => ({
  read: async (token) => {
    const {
      'embedding-secret-key': secret,
      'embedding-secret-key-previous': previous,
      'enable-embedding': isOn,
    } = await settings.current(
      'embedding-secret-key',
      'embedding-secret-key-previous',
      'enable-embedding',
    )
    refuseOff(secret !== null)
    checkForm(token)
    const secrets = [secret, previous].filter((key) => key !== null)
    const payload = await payloadOf(token, secrets)
    const claims = readClaims(readObject(payload, "The token's content"), now())
    refuseOff(isOn)
    return claims
  },
})
