import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { type AnyEndpoint, isDownload, noContent } from '../../shared/contract/endpoint.ts'
import {
  type Case,
  call,
  cases,
  casesWhere,
  leavingNoEvent,
  someAddress,
  someCall,
  someQuery,
} from '../support/endpoint-examples/calls.ts'
import type { World } from '../support/endpoint-examples/example.ts'
import { examples } from '../support/endpoint-examples/index.ts'
import { startWorld } from '../support/endpoint-examples/world.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'
import { expectRateLimitHeaders, expectRefusal, unreadable } from '../support/refusals.ts'
import { undeclaredKeys } from '../support/undeclared-keys.ts'

let world: World & { stop(): Promise<void> }
let endedToken: string

beforeAll(async () => {
  world = await startWorld()
  endedToken = await world.app.logIn()
  await world.app.call('DELETE', '/api/session', { token: endedToken })
}, 60_000)
afterAll(() => world?.stop(), 30_000)

const needsSession = ({ access }: AnyEndpoint) => access !== 'anyone'
const isForSome = ({ access }: AnyEndpoint) => access === 'admin' || access === 'self-or-admin'
const hasId = ({ path }: AnyEndpoint) => path.includes('/:id')
const takesBody = ({ body }: AnyEndpoint) => body !== undefined

test('every endpoint has an example', () => {
  expect(cases.filter(({ endpoint }) => !examples.has(endpoint)).map(({ name }) => name)).toEqual(
    [],
  )
})

describe.each(casesWhere(needsSession))('$name', (it) => {
  test('asks for a session before it looks at anything', async () => {
    const path = someAddress(it)
    const refuses = async (change: { token?: string | undefined; body?: unknown }) =>
      expectRefusal(await call(world, it, { path, ...change }), 401, 'unauthenticated')
    await leavingNoEvent(world, async () => {
      await refuses({ token: undefined })
      await refuses({ token: '' })
      await refuses({ token: 'garbage' })
      await refuses({ token: randomUUID() })
      await refuses({ token: endedToken })
      await refuses({ token: `${world.admin.token}, ${world.admin.token}` })
      if (takesBody(it.endpoint)) await refuses({ token: undefined, body: '{' })
    })
  })

  test('takes the session from the header alone', async () => {
    const { token } = world.admin
    const path = someAddress(it)
    const headers = { Cookie: `X-Service-Session=${token}; metabase.SESSION=${token}` }
    const answer = await call(world, it, {
      path: `${path}?x-service-session=${token}&session=${token}`,
      token: undefined,
      headers,
    })
    expectRefusal(answer, 401, 'unauthenticated')
  })
})

describe.each(casesWhere(isForSome))('$name', (it) => {
  test('refuses somebody else before it looks at what they send', async () => {
    const { token } = world.person
    const refuses = async (path: string, body?: unknown) => {
      const answer = await call(world, it, { token, path, ...(body !== undefined && { body }) })
      expectRefusal(answer, 403, 'forbidden')
    }
    const path = someAddress(it)
    await leavingNoEvent(world, async () => {
      await refuses(path)
      await refuses(`${path}?a=1&a=2`)
      if (takesBody(it.endpoint)) await refuses(path, '{')
      if (!hasId(it.endpoint)) return
      for (const id of [2_147_483_647, 0, 'abc', ...unreadable])
        await refuses(someAddress(it, { id }))
    })
  })
})

describe.each(casesWhere(hasId))('$name', (it) => {
  test('answers 404 for an id of nothing', async () => {
    const path = someCall(world, it, { id: 2_147_483_647 })
    await leavingNoEvent(world, async () => {
      expectRefusal(await call(world, it, { path }), 404, 'not-found')
    })
  })
})

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const methodsOf = ({ endpoint: { path } }: Case) =>
  methods.filter((method) =>
    cases.some(({ endpoint }) => endpoint.path === path && endpoint.method === method),
  )

describe.each(cases)('at the address of $name', (it) => {
  const refusesEach = async (paths: readonly string[]) => {
    for (const path of paths) expectRefusal(await call(world, it, { path }), 404, 'not-found')
  }

  test('other spellings are not this address', async () => {
    const path = someAddress(it)
    await leavingNoEvent(world, async () => {
      await refusesEach([
        `/${path}`,
        path.replace('/api/', '/api//'),
        path.replace('/api/', '/API/'),
        path.replace('/api/', '/api%2f'),
        path.replace(/^\/api\/\w/, (start) => start.toUpperCase()),
        `${path}//`,
        path.replace('/api/', '/api;x=1/'),
      ])
    })
  })

  test('methods it does not have are refused with those it has', async () => {
    const path = someAddress(it)
    const own: readonly string[] = methodsOf(it)
    const allowed = [...own, 'OPTIONS', ...(own.includes('GET') ? ['HEAD'] : [])].sort()
    const others = [...methods, 'PATCH', 'PROPFIND'].filter((method) => !own.includes(method))
    await leavingNoEvent(world, async () => {
      for (const method of others) {
        const answer = await call(world, it, { path, method, body: undefined })
        expectRefusal(answer, 405, 'method-not-allowed')
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed)
      }
    })
  })

  test('OPTIONS tells the methods and opens nothing to other origins', async () => {
    const path = someAddress(it)
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' }
    const answer = await call(world, it, {
      path,
      method: 'OPTIONS',
      token: undefined,
      body: undefined,
      headers,
    })
    expect(answer).toMatchObject({ status: 204, body: '' })
    expectRateLimitHeaders(answer)
    expect(answer.headers.get('allow')).toMatch(methodsOf(it).at(0) ?? '')
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
  })

  test('TRACE echoes nothing', async () => {
    const path = someAddress(it)
    const request = rawRequest(`TRACE ${path}`, { 'X-Service-Session': world.admin.token })
    const { answers } = await sendRaw(world.app.url, request)
    expect(answers).toMatchObject([{ status: 405 }])
    expect(answers[0]?.body).not.toContain(world.admin.token)
  })
})

/** Names of members that would hold a secret; what they may hold all the same. */
const secretName = /pass|secret|token|hash|salt|reset|private|credential/i
const harmless: Readonly<Record<string, (value: unknown) => boolean>> = {
  password: (value) => value === '**redacted**',
  hash: (value) => value === 'unreleased',
  // Settings that are about passwords and tokens, and hold none.
  'enable-password-login': (value) => typeof value === 'boolean',
  'reset-token-max-age': (value) => typeof value === 'number',
}

const secretsIn = (value: unknown, path = ''): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const here = `${path}/${key}`
    const suspicious = secretName.test(key) && !harmless[key]?.(item)
    return suspicious ? [here] : secretsIn(item, here)
  })
}

const isShape = (response: unknown): response is z.ZodType => response instanceof z.ZodType

describe.each(cases)('$name', (it: Case) => {
  const { endpoint, example } = it
  const expected = example.status ?? (endpoint.response === noContent ? 204 : 200)

  test(`answers an admin ${expected}, and what it declares`, async () => {
    const token = (await example.token?.(world)) ?? world.admin.token
    const answer = await call(world, it, { token })
    if (expected >= 400) return expectRefusal(answer, expected)
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: expected })
    expectRateLimitHeaders(answer)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.has('etag')).toBe(endpoint.versioned === true)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(secretsIn(answer.body)).toEqual([])
    if (expected === 204) expect(answer.body).toBe('')
    if (!isShape(endpoint.response)) return
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(endpoint.response.safeParse(answer.body).error?.issues ?? []).toEqual([])
    expect(undeclaredKeys(endpoint.response, answer.body)).toEqual([])
  })

  test('answers the same with a slash at the end', async () => {
    const token = (await example.token?.(world)) ?? world.admin.token
    const path = `${someAddress(it, await example.params?.(world))}/${someQuery(world, it)}`
    expect((await call(world, it, { token, path })).status).toBe(expected)
  })
})

describe.each(casesWhere(({ method }) => method === 'GET'))('HEAD of $name', (it) => {
  test('has the headers of GET and no body', async () => {
    const answer = await call(world, it, { method: 'HEAD' })
    expect(answer).toMatchObject({ status: it.example.status ?? 200, body: '' })
    const { response } = it.endpoint
    // Of what can be downloaded in several formats it is JSON here: a file of it, or an answer.
    const json = ['application/json; charset=utf-8', 'application/json']
    const types = isDownload(response) ? [response.mediaType ?? json].flat() : json.slice(0, 1)
    expect(types).toContain(answer.headers.get('content-type'))
    expectRateLimitHeaders(answer)
    expectRateLimitHeaders(await call(world, it, { method: 'HEAD', token: undefined }))
  })

  test('writes nothing', async () => {
    await leavingNoEvent(world, async () => {
      await call(world, it)
    })
  })
})
