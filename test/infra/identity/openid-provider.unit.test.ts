import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { base64url, SignJWT, UnsecuredJWT } from 'jose'
import { openIdProvider } from '../../../infra/identity/openid-provider.ts'
import type { IdentityProvider } from '../../../shared/ports/identity-provider.ts'
import { otherClientId, startOidc, type TestOidc } from '../../support/oidc.ts'
import { until } from '../../support/until.ts'

const people = new Map([
  [
    'ada',
    { email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' },
  ],
  ['eve', { email: 'ada@example.com', email_verified: false }],
])

let oidc: TestOidc
const servers: Server[] = []
const problems: unknown[] = []

beforeAll(async () => {
  oidc = await startOidc(people)
}, 30_000)
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await oidc?.stop()
})

const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const providerAt = (
  issuer: string | null,
  { clientId = oidc.clientId as string | null, times = { freshMs: 3_600_000, restMs: 0 } } = {},
): IdentityProvider =>
  openIdProvider({
    settings: {
      current: async () => ({ 'idp-issuer': issuer, 'idp-client-id': clientId }) as never,
    },
    keys: { email: Buffer.alloc(32, 1) },
    onProblem: (problem) => problems.push(problem),
    times,
    timeoutMs: 500,
  })

const refusal = (provider: IdentityProvider, token: string): Promise<unknown> =>
  provider.verify(token).then(
    () => 'it was taken',
    (error) => error,
  )

const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true }

describe('a token of the provider', () => {
  test('tells who somebody is, by a key that stays the same and tells nobody else', async () => {
    const provider = providerAt(oidc.issuer)
    const identity = await provider.verify(await oidc.logIn('ada'))
    expect(identity).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      issuer: oidc.issuer,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
    })
    const other = await provider.verify(await oidc.sign({ ...ada, email: 'countess@example.com' }))
    expect(other).toMatchObject({ key: identity.key, email: 'countess@example.com' })
    const eve = await provider.verify(await oidc.logIn('eve'))
    expect(eve.key).not.toBe(identity.key)
  })

  test('tells an address only where it is verified, and names only where they are some', async () => {
    const provider = providerAt(oidc.issuer)
    expect((await provider.verify(await oidc.logIn('eve'))).email).toBeUndefined()
    const said = await oidc.sign({ ...ada, email_verified: 'true', given_name: 7, name: 'A\r\nL' })
    expect(await provider.verify(said)).toMatchObject({
      email: undefined,
      firstName: 'A L',
      lastName: '',
    })
    const noAddress = await oidc.sign({ ...ada, email: 'a@x.co\r\nBcc: b@x.co' })
    expect((await provider.verify(noAddress)).email).toBeUndefined()
  })

  test('counts for us alone, from there alone, and for its time', async () => {
    const provider = providerAt(oidc.issuer)
    const past = Math.floor(Date.now() / 1_000) - 60
    const bad = [
      await oidc.logIn('ada', otherClientId),
      await oidc.sign({ ...ada, aud: [oidc.clientId, 'another'] }),
      await oidc.sign({ ...ada, azp: 'another' }),
      await oidc.sign({ ...ada, iss: 'https://other.example.com' }),
      await oidc.sign({ ...ada, iat: past - 600, exp: past }),
      await oidc.sign({ ...ada, exp: undefined as never }),
      await oidc.sign({ ...ada, sub: '' }),
      await oidc.sign(ada, { typ: 'at+jwt' }),
      await oidc.sign(ada, { kid: 'unknown' }),
      'garbage',
      '',
    ]
    for (const token of bad)
      expect(await refusal(provider, token)).toMatchObject({ kind: 'unauthenticated' })
    const shared = await oidc.sign({ ...ada, aud: [oidc.clientId, 'another'], azp: oidc.clientId })
    expect(await provider.verify(shared)).toMatchObject({ issuer: oidc.issuer })
  })

  test('is signed with a key that the provider alone has', async () => {
    const provider = providerAt(oidc.issuer)
    const claims = { ...ada, iss: oidc.issuer, aud: oidc.clientId }
    const shown = (await (await fetch(`${oidc.issuer}/jwks`)).json()) as { keys: [JsonWebKey] }
    const pem = createPublicKey({ key: shown.keys[0], format: 'jwk' }).export({
      format: 'pem',
      type: 'spki',
    })
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(Buffer.from(pem))
    const none = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5m').encode()
    const good = await oidc.sign(ada)
    const [header, , signature] = good.split('.')
    const altered = [header, base64url.encode(JSON.stringify({ ...claims, sub: 'eve' })), signature]
    for (const token of [confused, none, altered.join('.'), `${good.slice(0, -4)}AAAA`])
      expect(await refusal(provider, token)).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('keys of the provider', () => {
  test('are asked for once for everybody, and again where a token names a new one', async () => {
    const provider = providerAt(oidc.issuer)
    const before = oidc.asked
    const tokens = await Promise.all([1, 2, 3].map(() => oidc.sign(ada)))
    await Promise.all(tokens.map((token) => provider.verify(token)))
    expect(oidc.asked).toBe(before + 1)
    await oidc.rotate()
    await provider.verify(await oidc.logIn('ada'))
    expect(oidc.asked).toBe(before + 2)
    expect(await refusal(provider, tokens[0] ?? '')).toMatchObject({ kind: 'unauthenticated' })
  })

  test('that are new let all in who come at once with them', async () => {
    const provider = providerAt(oidc.issuer, { times: { freshMs: 3_600_000, restMs: 50 } })
    await provider.verify(await oidc.sign(ada))
    await oidc.rotate()
    const tokens = await Promise.all([1, 2, 3, 4].map(() => oidc.sign(ada)))
    const comeIn = () => Promise.all(tokens.map((token) => provider.verify(token)))
    const identities = await until(
      () => comeIn().catch(() => []),
      ({ length }) => length > 0,
    )
    expect(identities).toHaveLength(tokens.length)
  })

  test('are not asked for by everybody who names some key, one after the other', async () => {
    const provider = providerAt(oidc.issuer, { times: { freshMs: 3_600_000, restMs: 3_600_000 } })
    const before = oidc.asked
    for (const kid of ['a', 'b', 'c']) await refusal(provider, await oidc.sign(ada, { kid }))
    expect(oidc.asked).toBe(before + 1)
  })

  test('serve while it is away, once they are there; then it is found again', async () => {
    const token = await oidc.sign(ada)
    const known = providerAt(oidc.issuer)
    await known.verify(token)
    const unknown = providerAt(oidc.issuer)
    await oidc.pause()
    await known.verify(token)
    expect(await refusal(unknown, token)).toMatchObject({
      kind: 'unavailable',
      extras: { retryAfter: expect.any(Number) },
    })
    await oidc.resume()
    await unknown.verify(token)
  })
})

describe('a provider that is none', () => {
  test.each<[string, RequestListener]>([
    ['says nothing', () => undefined],
    ['is another', (_, response) => response.end('{"issuer":"x","jwks_uri":"http://127.0.0.1/"}')],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: oidc.issuer }).end()],
    ['never stops', (_, response) => response.end(`"${'x'.repeat(300_000)}"`)],
    ['speaks otherwise', (_, response) => response.end('<html>')],
    ['fails', (_, response) => response.writeHead(500).end()],
  ])('%s, and nobody is let in', async (_, listener) => {
    const provider = providerAt(await serve(listener))
    problems.length = 0
    expect(await refusal(provider, await oidc.sign(ada))).toMatchObject({ kind: 'unavailable' })
    expect(problems).toHaveLength(1)
  })

  test('is not set up', async () => {
    const token = await oidc.sign(ada)
    for (const provider of [providerAt(null), providerAt(oidc.issuer, { clientId: null })])
      expect(await refusal(provider, token)).toMatchObject({ kind: 'validation' })
  })
})
