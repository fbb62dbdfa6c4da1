import { createHmac } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { Identity, IdentityProvider } from '../../shared/ports/identity-provider.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { Keys } from '../keys.ts'
import { FetchProblem } from './bounded-fetch.ts'
import { claimsOf, isForUs } from './claims.ts'
import { type KeyTimes, providerKeys } from './provider-keys.ts'

type Options = {
  readonly settings: Pick<Settings, 'current'>
  readonly keys: Pick<Keys, 'email'>
  readonly onProblem: (error: unknown) => void
  readonly times?: KeyTimes
  readonly timeoutMs?: number
}

/** Signatures with a key that only the provider has. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]

/** Seconds by which the provider's clock may be off. */
const clockTolerance = 5

const mostBytes = 256 * 1024
const usualTimes: KeyTimes = { freshMs: 600_000, restMs: 10_000 }

const invalidToken = () =>
  new Refusal('unauthenticated', 'This token of the identity provider is not valid here.')

const unreachable = () =>
  new Refusal('unavailable', 'The identity provider cannot be reached; try again.', {
    retryAfter: 10,
  })

/** Checks ID tokens of the OpenID Connect provider that the settings name at that moment. */
export const openIdProvider = ({
  settings,
  keys,
  onProblem,
  times = usualTimes,
  timeoutMs = 5_000,
}: Options): IdentityProvider => {
  let known:
    | { readonly address: string; readonly find: ReturnType<typeof providerKeys> }
    | undefined

  const keysOf = (address: string) => {
    if (known?.address !== address)
      known = { address, find: providerKeys(address, { bounds: { timeoutMs, mostBytes }, times }) }
    return known.find()
  }

  const keyOf = (issuer: string, subject: string) =>
    createHmac('sha256', keys.email)
      .update(JSON.stringify([issuer, subject]))
      .digest('hex')

  const verified = async (token: string, address: string, clientId: string): Promise<Identity> => {
    const { issuer, key } = await keysOf(address)
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const claims = claimsOf(payload)
    const { typ = 'JWT' } = protectedHeader
    if (typ.toUpperCase() !== 'JWT' || !claims || !isForUs(payload, clientId)) throw invalidToken()
    const { subject, ...person } = claims
    return { key: keyOf(issuer, subject), issuer, ...person }
  }

  return {
    async verify(token) {
      const { 'idp-issuer': address, 'idp-client-id': clientId } = await settings.current(
        'idp-issuer',
        'idp-client-id',
      )
      refuseUnless(address && clientId, 'validation', 'No identity provider is set up.')
      try {
        return await verified(token, address, clientId)
      } catch (error) {
        if (error instanceof Refusal) throw error
        // Whatever a provider's keys are like, they are no fault of ours.
        if (!(error instanceof errors.JOSEError)) onProblem(error)
        throw error instanceof FetchProblem ? unreachable() : invalidToken()
      }
    },
  }
}
