import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { type FetchBounds, FetchProblem, fetchJson } from './bounded-fetch.ts'

export type KeyTimes = {
  /** How long keys are used without asking again. */
  readonly freshMs: number
  /** How soon after one time of asking the next may be: for a key that nobody knows, or none at all. */
  readonly restMs: number
}

type Options = {
  readonly bounds: FetchBounds
  readonly times: KeyTimes
}

/** An issuer's name as it writes it, and its keys. */
export type ProviderKeys = {
  readonly issuer: string
  readonly key: JWTVerifyGetKey
}

const webAddress = z.url({ protocol: /^https?$/ })
const discovery = z.object({ issuer: z.string(), jwks_uri: webAddress })
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

type Found = ProviderKeys & { readonly at: number }

const bare = (issuer: string) => issuer.replace(/\/+$/, '')

const found = async (address: string, bounds: FetchBounds): Promise<Found> => {
  const at = performance.now()
  const about = discovery.safeParse(
    await fetchJson(`${bare(address)}/.well-known/openid-configuration`, bounds),
  )
  if (!about.success || bare(about.data.issuer) !== bare(address))
    throw new FetchProblem('What answers is not the provider that the settings name.')
  const keys = keySet.safeParse(await fetchJson(about.data.jwks_uri, bounds))
  if (!keys.success) throw new FetchProblem('The provider has no keys to show.')
  return { issuer: about.data.issuer, key: createLocalJWKSet(keys.data), at }
}

/**
 * Keys of one provider, asked for once for everybody and again when they are old or a token names one
 * that is new. A provider that does not answer is left alone for a while.
 */
export const providerKeys = (address: string, { bounds, times }: Options) => {
  let last: { readonly at: number; readonly result: Promise<Found> } | undefined

  const ask = (): Promise<Found> => {
    const asked = { at: performance.now(), result: found(address, bounds) }
    asked.result.catch(() => undefined)
    last = asked
    return asked.result
  }
  const age = () => (last === undefined ? Number.POSITIVE_INFINITY : performance.now() - last.at)

  const current = async (): Promise<Found> => {
    if (last === undefined || age() > times.freshMs) return ask()
    return last.result.catch((error) => {
      if (age() <= times.restMs) throw error
      return ask()
    })
  }

  /** @throws {FetchProblem}; the key look-up throws jose's `JWKSNoMatchingKey`, too. */
  return async (): Promise<ProviderKeys> => {
    const { issuer, key } = await current()
    return {
      issuer,
      key: async (header, token) => {
        try {
          return await key(header, token)
        } catch (error) {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
          const newest = await (age() > times.restMs ? ask() : current())
          if (newest.key === key) throw error
          return newest.key(header, token)
        }
      },
    }
  }
}
