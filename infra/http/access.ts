import type { IncomingHttpHeaders } from 'node:http'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import { Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { ApiKeys } from '../../shared/ports/api-keys.ts'
import type { Authenticated, Sessions } from '../../shared/ports/sessions.ts'

export const sessionHeader = 'x-service-session'
export const keyHeader = 'x-api-key'

export type Doors = {
  readonly sessions: Pick<Sessions, 'authenticate'>
  readonly apiKeys: Pick<ApiKeys, 'authenticate'>
}

const unauthenticated = (message: string) => new Refusal('unauthenticated', message)

/** Some clients send keys as bearer tokens; other tokens of that kind are not for us. */
const bearerKey = (authorization: string | undefined): string | undefined =>
  /^Bearer +(as_.*)$/i.exec(authorization ?? '')?.[1]

/**
 * Whoever the headers say is calling; undefined where they say nothing, or nobody needs to.
 * @throws {Refusal} 401
 */
export const authenticate = async (
  { sessions, apiKeys }: Doors,
  headers: IncomingHttpHeaders,
  endpoint: AnyEndpoint,
): Promise<Authenticated | undefined> => {
  if (endpoint.access === 'anyone') return undefined
  const token = headers[sessionHeader]
  const key = headers[keyHeader] ?? bearerKey(headers.authorization)
  if (typeof token === 'string' && key !== undefined)
    throw unauthenticated('Send the token of a session or an API key, not both.')
  if (typeof token === 'string') {
    const session = await sessions.authenticate(token)
    return session ?? Promise.reject(unauthenticated('This session has ended.'))
  }
  if (key === undefined) return undefined
  const found = await apiKeys.authenticate(String(key))
  return found ?? Promise.reject(unauthenticated('This API key is unknown, revoked or expired.'))
}

/**
 * What an API key's scope leaves of its user's rights: all of them when it reads; when it writes, not
 * what is for admins only, unless it is an admin's key in full.
 * @throws {Refusal} 403
 */
const withinScope = (caller: Authenticated, endpoint: AnyEndpoint): Authenticated => {
  const { actor } = caller
  if (!actor.apiKey) return caller
  refuseUnless(!endpoint.inPerson, 'forbidden', 'No API key may do this; log in instead.')
  const { scope } = actor.apiKey
  const onlyReads = endpoint.side === 'query' || endpoint.method === 'GET'
  if (scope === 'admin' || onlyReads) return caller
  refuseUnless(scope === 'write', 'forbidden', 'This API key may only read.')
  return { ...caller, actor: { ...actor, isSuperuser: false } }
}

/**
 * The caller, with the rights there are for this endpoint.
 * @throws {Refusal} 401 or 403, by the endpoint's access rule alone.
 */
export const admitted = (
  endpoint: AnyEndpoint,
  caller: Authenticated | undefined,
  id: unknown,
): Authenticated | undefined => {
  const scoped = caller && withinScope(caller, endpoint)
  if (endpoint.access === 'anyone' || endpoint.access === 'session-once-set-up') return scoped
  if (!scoped)
    throw unauthenticated(
      'Log in first and send the token as X-Service-Session, or send an API key as X-API-Key.',
    )
  const { isSuperuser, userId } = scoped.actor
  const allowed =
    endpoint.access === 'session' ||
    isSuperuser ||
    (endpoint.access === 'self-or-admin' && id === String(userId))
  refuseUnless(allowed, 'forbidden', 'You are not allowed to do this.')
  return scoped
}
