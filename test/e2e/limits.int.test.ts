import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { quiet } from '../support/quiet.ts'
import { onRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { expectRateLimitHeaders, expectRefusal } from '../support/refusals.ts'
import {
  type Answer,
  adminEmail,
  adminPassword,
  callAt,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let admin: Caller
let redis: RedisServer

/** Calls a user has; an address has five times as many. */
const limits = { login: 6, query: 4, metadata: 8, write: 40 }
const seconds = 3

beforeAll(async () => {
  redis = await startRedis()
  app = await startTestService({
    environment: {
      // Behind one proxy every test speaks from an address of its own.
      TRUST_PROXY: '1',
      REDIS_URL: redis.url,
      // Longer than a busy machine takes: whether it is asked is the question, not how soon it answers.
      REDIS_TIMEOUT_MS: '10000',
      RATE_LIMIT_LOGIN: `${limits.login}/60`,
      RATE_LIMIT_QUERY: `${limits.query}/${seconds}`,
      RATE_LIMIT_METADATA: `${limits.metadata}/60`,
      RATE_LIMIT_WRITE: `${limits.write}/60`,
      // What the environment does not say is for admins to say.
      RATE_LIMIT_PUBLIC: '',
    },
  })
  admin = await asAdmin(app)
  await quiet(app)
}, 30_000)
afterAll(async () => {
  await app?.stop()
  await redis?.stop()
}, 30_000)

type Options = { readonly token?: string; readonly body?: unknown }

let addresses = 0
/** Somebody at an address nobody else has. */
const elsewhere = (address = `198.51.100.${++addresses}`, by: Pick<TestService, 'call'> = app) => {
  const headers = { 'X-Forwarded-For': address }
  return (method: string, path: string, options: Options = {}) =>
    by.call(method, path, { ...options, headers })
}

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

const remainingOf = ({ headers }: Answer) => Number(headers.get('x-rate-limit-remaining'))
const limitOf = ({ headers }: Answer) => Number(headers.get('x-rate-limit-limit'))

/** Every call of these counts, also one whose body is no query. */
const query = (caller: Caller) => caller.post('/api/dataset/native', {})

const expectLimited = (answer: Answer) => {
  expectRefusal(answer, 429, 'rate-limited')
  const { body, headers } = answer as Answer<Record<string, unknown>>
  expect(body).toEqual({
    message: expect.any(String),
    error: true,
    code: 'rate-limited',
    retry_after: expect.any(Number),
  })
  expect(headers.get('retry-after')).toBe(String(body.retry_after))
  expect(body.retry_after).toBeGreaterThanOrEqual(1)
  expect(remainingOf(answer)).toBe(0)
  const wait = Number(headers.get('x-rate-limit-reset')) - Date.now() / 1_000
  expect(Math.abs(wait - Number(body.retry_after))).toBeLessThanOrEqual(1.5)
}

test('a user has so many calls in a window, and then waits as long as they are told', async () => {
  const caller = await asNewUser(app, admin)
  for (let left = limits.query - 1; left >= 0; left -= 1) {
    const answer = await query(caller)
    expect(answer.status).toBe(400)
    expect({ limit: limitOf(answer), left: remainingOf(answer) }).toEqual({
      limit: limits.query,
      left,
    })
  }
  const refused = await query(caller)
  expectLimited(refused)
  await sleep(refused.body.retry_after * 1_000)
  expect(remainingOf(await query(caller))).toBe(limits.query - 1)
}, 15_000)

test('one class and one user used up leave the others whole', async () => {
  const [caller, other] = [await asNewUser(app, admin), await asNewUser(app, admin)]
  while ((await query(caller)).status !== 429);
  const me = await caller.get('/api/user/current')
  expect({ status: me.status, left: remainingOf(me) }).toEqual({
    status: 200,
    left: limits.metadata - 1,
  })
  const write = await caller.put(`/api/user/${me.body.id}`, {})
  expect({ status: write.status, left: remainingOf(write) }).toEqual({
    status: 200,
    left: limits.write - 1,
  })
  expect(remainingOf(await query(other))).toBe(limits.query - 1)
})

test('all sessions of a user share what the user has', async () => {
  const someone = elsewhere()
  const email = 'shared@example.com'
  const password = 'a long enough password'
  await admin.post('/api/user', { email, password, first_name: 'Two', last_name: 'Tabs' })
  const tokens = [await app.logIn(email, password), await app.logIn(email, password)]
  const answers = []
  for (let n = 0; n < limits.metadata; n += 1)
    answers.push(await someone('GET', '/api/user/current', { token: tokens[n % 2] ?? '' }))
  expect(answers.map(remainingOf)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
  expectLimited(await someone('GET', '/api/user/current', { token: tokens[0] ?? '' }))
  expectLimited(await elsewhere()('GET', '/api/user', { token: tokens[1] ?? '' }))
})

test('calls at the same time are counted one by one', async () => {
  const caller = await asNewUser(app, admin)
  const answers = await times(limits.metadata + 3, () => caller.get('/api/user/current'))
  const admitted = answers.filter(({ status }) => status === 200)
  expect(admitted.map(remainingOf).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
})

test('a flood without a session is stopped by its address, and no other address', async () => {
  const flood = elsewhere()
  const answers = await times(limits.metadata * 5, () =>
    flood('GET', '/api/user', { token: 'garbage' }),
  )
  for (const answer of answers) expectRefusal(answer, 401, 'unauthenticated')
  expect(Math.min(...answers.map(remainingOf))).toBe(0)
  expectLimited(await flood('GET', '/api/user', { token: 'garbage' }))
  expectLimited(await flood('GET', '/api/user', { token: admin.token }))
  expectRefusal(await elsewhere()('GET', '/api/user'), 401)
})

test('what reaches no endpoint counts as well', async () => {
  const flood = elsewhere()
  const calls = [
    () => flood('GET', '/api/nothing'),
    () => flood('PATCH', '/api/user'),
    () => flood('OPTIONS', '/api/user'),
    () => flood('HEAD', '/api/user'),
    () => flood('GET', '/api/user/%zz'),
    () => flood('GET', '/api/openapi.json'),
    () => flood('GET', '/api/docs'),
  ]
  const answers = await times(limits.metadata * 5, (n) =>
    (calls[n % calls.length] ?? flood)('GET', '/'),
  )
  for (const answer of answers) expectRateLimitHeaders(answer)
  expect(answers.some(({ status }) => status === 429)).toBe(false)
  for (const call of calls.filter((_, n) => n !== 3)) expectLimited(await call())
  expect((await calls[3]?.())?.status).toBe(429)
})

test('logins have a limit of their own, whatever becomes of them', async () => {
  const someone = elsewhere()
  const post = (body: unknown) => someone('POST', '/api/session', { body })
  const answers = await times(limits.login * 5, () => post({}))
  for (const answer of answers) expectRefusal(answer, 400, 'validation')
  expectLimited(await post({ username: adminEmail, password: adminPassword }))
  expect((await someone('GET', '/api/user/current', { token: admin.token })).status).not.toBe(429)
})

test('the address limit follows IPv6 networks, not single addresses', async () => {
  await times(limits.metadata * 5, (n) => elsewhere(`2001:db8:1:2::${n + 1}`)('GET', '/api/user'))
  expectLimited(await elsewhere('2001:db8:1:2:ffff::1')('GET', '/api/user'))
  expectRefusal(await elsewhere('2001:db8:1:3::1')('GET', '/api/user'), 401)
})

test('a call that is refused writes nothing, and asks the database nothing', async () => {
  const flood = elsewhere()
  await times(limits.metadata * 5, () => flood('GET', '/api/nothing'))
  const { eventStore } = app.service.adapters
  const before = await eventStore.head()
  let connections = 0
  const count = () => {
    connections += 1
  }
  app.storage.pool.on('acquire', count)
  const calls = 200
  await times(calls, async () =>
    expectLimited(await flood('GET', '/api/user', { token: admin.token })),
  )
  app.storage.pool.off('acquire', count)
  // The service's own loops look at the log meanwhile, the longer the busier the machine is.
  expect(connections).toBeLessThan(calls / 2)
  expect(await eventStore.head()).toBe(before)
}, 20_000)

const wrongLogin = { body: { username: 'nobody@example.com', password: 'not the password' } }

describe('processes on one Redis', () => {
  let twin: Pick<TestService, 'call'>
  beforeAll(async () => {
    twin = { call: callAt((await app.startTwin()).url) }
  }, 30_000)

  test('count the calls of a user together, and those of an address', async () => {
    const caller = await asNewUser(app, admin)
    const asked = await times(limits.metadata + 2, (n) =>
      (n % 2 === 0 ? app : twin).call('GET', '/api/user/current', { token: caller.token }),
    )
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(limits.metadata)
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(2)
    const address = `198.51.100.${++addresses}`
    const both = [elsewhere(address), elsewhere(address, twin)] as const
    const flood = await times(limits.metadata * 5 + 4, (n) =>
      (n % 2 === 0 ? both[0] : both[1])('GET', '/api/user'),
    )
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  test('count wrong passwords together, also for an account that is none', async () => {
    const address = `198.51.100.${++addresses}`
    const both = [elsewhere(address), elsewhere(address, twin)] as const
    const statuses = []
    for (let n = 0; n < 12; n += 1)
      statuses.push((await (both[n % 2] ?? both[0])('POST', '/api/session', wrongLogin)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test('take up what an admin says of a limit', async () => {
    const path = '/api/public/card/4a3cbb41-6a33-4a7c-8f06-7d9c3aa1f0f1'
    const limitAt = (by: Pick<TestService, 'call'>) => async () =>
      limitOf(await elsewhere(undefined, by)('GET', path))
    expect(await Promise.all([app, twin].map((by) => limitAt(by)()))).toEqual([1_500, 1_500])
    const put = (value: unknown, key = 'public') =>
      admin.put(`/api/setting/rate-limit-${key}`, { value })
    for (const bad of ['0/60', '-1/60', '2/0', '99999999/60', '2', 2])
      expectRefusal(await put(bad), 400, 'validation')
    expectRefusal(await put('2/60', 'query'), 400, 'validation')
    expect((await put('2/60')).status).toBe(204)
    expect(await limitAt(app)()).toBe(10)
    await until(limitAt(twin), (limit) => limit === 10)
    const visitor = elsewhere()
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push(await visitor('GET', path))
    expect(answers.map(({ status }) => status).slice(9)).toEqual([404, 429])
    expect((await visitor('GET', '/api/user')).status).toBe(401)
  })

  test('leave nothing about anybody there', async () => {
    const keys = await onRedis(redis.url, (it) => it.keys('*'))
    expect(keys.length).toBeGreaterThan(20)
    for (const key of keys) expect(key).toMatch(/^limit:(\d+:([a-z]+:)?[\w-]{43}|1:probe)$/)
  })

  test('go on limiting by themselves without it, say so, and count together once it is back', async () => {
    const ready = async () => (await app.call('GET', '/readyz')).body
    expect(await ready()).toMatchObject({ limits: 'shared by all processes, in Redis' })
    const someone = elsewhere()
    const wrong = () => someone('POST', '/api/session', wrongLogin)
    for (let n = 0; n < 5; n += 1) expect((await wrong()).status).toBe(401)
    await redis.stop()
    const alone = /^of this process, in memory: Redis is away \(.+\)$/
    expect((await until(ready, ({ limits: it }) => alone.test(it))).status).toBe('ok')
    for (let n = 0; n < 5; n += 1) expectRateLimitHeaders(await wrong())
    expectRefusal(await wrong(), 429, 'rate-limited')
    redis = await startRedis(redis.url)
    await until(ready, ({ limits: it }) => it === 'shared by all processes, in Redis')
    const told = app.logLines.filter(({ msg }) => String(msg).startsWith('limits: '))
    expect(told.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(app.logLines)).not.toContain(new URL(redis.url).password)
  }, 20_000)
})
