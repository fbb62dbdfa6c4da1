import { type EmbeddingPayload, embeddingPayload } from '../contract/embedding-token.ts'
import { Refusal, refuseUnless } from '../kernel/refusal.ts'

/** Seconds: how far ahead a token may end, and how far the clock that made it may be ahead of ours. */
const longestLife = 24 * 60 * 60
const clockAhead = 60

const untimely = (message: string) => new Refusal('embedding-token-invalid', message)

/** @throws {Refusal} 401 for a time that is no whole number of seconds */
const timeOf = (claims: object, name: 'exp' | 'nbf' | 'iat'): number | undefined => {
  const value: unknown = Object.hasOwn(claims, name) ? Reflect.get(claims, name) : undefined
  if (value === undefined) return undefined
  if (!Number.isInteger(value))
    throw untimely(`The token's \`${name}\` is not a whole number of seconds since 1970.`)
  return Number(value)
}

/** @throws {Refusal} 401 unless the token holds now; there is no grace after its end */
const checkTimes = (claims: object, now: number): void => {
  const [ends, begins, made] = [timeOf(claims, 'exp'), timeOf(claims, 'nbf'), timeOf(claims, 'iat')]
  if (ends === undefined) throw untimely('The token does not say when it expires, in `exp`.')
  refuseUnless(ends > now, 'embedding-token-expired', 'The token has expired.')
  if (ends > now + longestLife) throw untimely('The token expires more than 24 hours from now.')
  if (begins !== undefined && begins > now) throw untimely('The token does not hold yet.')
  if (made !== undefined && made > now + clockAhead)
    throw untimely('The token was made in the future.')
}

const payloadRefusal = (path: readonly PropertyKey[], message: string): Refusal => {
  const field = ['token', ...path.map(String)].join('.')
  return new Refusal('validation', "The token's content is not valid.", {
    errors: { [field]: message },
  })
}

/**
 * What a signed token says, once its signature has been found to be right.
 * @param claims its payload, parsed
 * @throws {Refusal} 401 where it does not hold now, 400 where it is not what we sign
 */
export const readClaims = (claims: unknown, now: Date): EmbeddingPayload => {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw payloadRefusal([], 'must be an object')
  checkTimes(claims, Math.floor(now.getTime() / 1000))
  const { data, error } = embeddingPayload.safeParse(claims)
  const [issue] = error?.issues ?? []
  if (issue) throw payloadRefusal(issue.path, issue.message)
  if (data) return data
  throw payloadRefusal([], 'is not valid')
}
