import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import type { Configuration, Provider } from 'oidc-provider'

/** It warns on the console of whatever fits a test alone. */
const quietly = async <T>(work: () => Promise<T> | T): Promise<T> => {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}

/** Somebody the provider knows. */
export type Person = {
  readonly email: string
  readonly email_verified: unknown
  readonly given_name?: string
  readonly family_name?: string
}

export type TestOidc = {
  readonly issuer: string
  readonly clientId: string
  /** The ID token that a browser would be given at the end of a login, for the client `clientId`. */
  logIn(subject: string, clientId?: string): Promise<string>
  /** Times that its keys were asked for. */
  readonly asked: number
  /** A token with the provider's own key that says something else than what it would give out. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** Signs with another key from here on; the one before it is not shown any more. */
  rotate(): Promise<void>
  /** Nobody answers until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

const clientId = 'analytics'
/** Another client of the provider's. */
export const otherClientId = 'somebody-else'
const redirectUri = 'https://analytics.example.com/callback'

let keys = 0
const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  keys += 1
  return { ...(await exportJWK(privateKey)), kid: `key-${keys}`, use: 'sig', alg: 'RS256' }
}

const configuration = (people: ReadonlyMap<string, Person>, key: JWK): Configuration => ({
  clients: [clientId, otherClientId].map((client_id) => ({
    client_id,
    response_types: ['id_token'],
    grant_types: ['implicit'],
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  })),
  jwks: { keys: [key] },
  cookies: { keys: ['a key of a test'] },
  claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  findAccount: (_, accountId) => {
    const person = people.get(accountId)
    return person && { accountId, claims: () => ({ sub: accountId, ...person }) }
  },
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
  ttl: { IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
})

/** Everybody logs in as whom the request hints at. */
const answerWith =
  (provider: Provider) => async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const { params } = await provider.interactionDetails(request, response)
    const login = { accountId: String(params.login_hint) }
    return provider.interactionFinished(request, response, { login })
  }

/** Follows a login from page to page until it leads out of the provider. */
const followLogin = async (start: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  let at = new URL(start)
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { headers: { cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`login stops with ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
    if (at.href.startsWith(redirectUri)) return at
  }
  throw new Error('login leads nowhere')
}

/** A real OpenID Connect provider on a free port of the loopback. */
export const startOidc = async (people: ReadonlyMap<string, Person>): Promise<TestOidc> => {
  let key = await newKey()
  let answer: ReturnType<typeof answerWith> | undefined
  let server: Server
  let asked = 0

  const listen = async (port: number) => {
    const opened = createServer((request, response) => {
      if (request.url === '/jwks') asked += 1
      answer?.(request, response).catch((error) => response.destroy(error))
    })
    opened.listen(port, '127.0.0.1')
    await once(opened, 'listening')
    server = opened
    return (opened.address() as AddressInfo).port
  }
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  const port = await listen(0)
  const issuer = `http://127.0.0.1:${port}`
  const provide = () =>
    quietly(async () => {
      const { Provider: OidcProvider } = await import('oidc-provider')
      answer = answerWith(new OidcProvider(issuer, configuration(people, key)))
    })
  await provide()

  return {
    issuer,
    clientId,
    get asked() {
      return asked
    },
    async logIn(subject, client = clientId) {
      const query = new URLSearchParams({
        client_id: client,
        response_type: 'id_token',
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        nonce: 'a nonce',
        login_hint: subject,
      })
      const end = await followLogin(`${issuer}/auth?${query}`)
      const token = new URLSearchParams(end.hash.slice(1)).get('id_token')
      if (token === null) throw new Error(`no token: ${end}`)
      return token
    },
    sign: async (claims, header = {}) => {
      const now = Math.floor(Date.now() / 1_000)
      const usual = { iss: issuer, aud: clientId, iat: now, exp: now + 600 }
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', ...header })
        .sign(key)
    },
    async rotate() {
      key = await newKey()
      await provide()
    },
    pause: close,
    resume: async () => {
      await listen(port)
    },
    stop: close,
  }
}
