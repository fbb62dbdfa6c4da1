import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { commandRoutes } from '../../command-service/routes.ts'
import type { Call } from '../../infra/http/pipeline.ts'
import { mountCommand } from '../../infra/main/command-side.ts'
import { queryRoutes } from '../../query-service/routes.ts'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import { createUser, updateUser } from '../../shared/contract/user.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'
import { losingOneAnswer } from '../support/command.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let token: string
let keys = 0
let people = 0

beforeAll(async () => {
  app = await startTestService()
  token = await app.logIn()
}, 60_000)

afterAll(() => app?.stop())

const newKey = () => `key-${keys++}`
const somebody = () => ({
  email: `keyed${people++}@example.com`,
  first_name: 'Ada',
  last_name: 'Lovelace',
})

const post = (key: string, body: object, session = token) =>
  app.call('POST', '/api/user', { token: session, body, headers: { 'Idempotency-Key': key } })

const registrationsOf = async (email: string): Promise<number> => {
  const { body } = await app.call('GET', '/api/user?status=all', { token })
  return body.filter((user: { email: string }) => user.email === email).length
}

const countOf = async (type: string): Promise<number> => {
  const { rows } = await app.storage.pool.query(
    'select count(*)::integer as count from es.events where type = $1',
    [type],
  )
  return rows[0].count
}

describe('the same key', () => {
  test('with the same request gets the same answer, and nothing happens twice', async () => {
    const [key, body] = [newKey(), somebody()]
    const before = await countOf('UserRegistered')
    const [first, second] = [await post(key, body), await post(key, body)]
    expect(first.status).toBe(200)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers.get('x-event-position')).toBe(first.headers.get('x-event-position'))
    expect(await countOf('UserRegistered')).toBe(before + 1)
  })

  test('keeps a refusal by a rule as well', async () => {
    const taken = somebody()
    await post(newKey(), taken)
    const key = newKey()
    const [first, second] = [await post(key, taken), await post(key, taken)]
    expect([first.status, second.status]).toEqual([409, 409])
    expect(second.body).toEqual(first.body)
  })

  test('with another body or address is refused', async () => {
    const key = newKey()
    const { body: user } = await post(key, somebody())
    const other = await post(key, somebody())
    expect([other.status, other.body.code]).toEqual([409, 'idempotency-key-reused'])
    const elsewhere = await app.call('PUT', `/api/user/${user.id}`, {
      token,
      body: {},
      headers: { 'Idempotency-Key': key },
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'idempotency-key-reused'])
  })

  test('of another session is another key', async () => {
    const [key, other] = [newKey(), await app.logIn()]
    expect((await post(key, somebody())).status).toBe(200)
    expect((await post(key, somebody(), other)).status).toBe(200)
  })

  test('from sixteen at once makes one user', async () => {
    const [key, body] = [newKey(), somebody()]
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(key, body)))
    const made = answers.filter(({ status }) => status === 200)
    expect(made.length).toBeGreaterThan(0)
    for (const answer of made) expect(answer.body).toEqual(made[0]?.body)
    for (const { status, body: refused, headers } of answers) {
      if (status === 200) continue
      expect([status, refused.code]).toEqual([409, 'idempotency-key-in-use'])
      expect(headers.get('retry-after')).toBe('1')
    }
    expect(await registrationsOf(body.email)).toBe(1)
    expect((await post(key, body)).body).toEqual(made[0]?.body)
  })

  test('is not used up by a dry run', async () => {
    const { body: user } = await post(newKey(), somebody())
    const headers = { 'Idempotency-Key': newKey() }
    const put = (query: string, is_superuser: boolean) =>
      app.call('PUT', `/api/user/${user.id}${query}`, { token, body: { is_superuser }, headers })
    for (const is_superuser of [true, false]) {
      const tried = await put('?dry_run=true', is_superuser)
      expect([tried.status, tried.body.dry_run]).toEqual([200, true])
      expect(tried.body.gains.length > 0).toBe(is_superuser)
    }
    const done = await put('', true)
    expect([done.status, done.body.is_superuser]).toEqual([200, true])
    expect((await put('', true)).body).toEqual(done.body)
  })

  test('works for PUT', async () => {
    const { body: user } = await post(newKey(), somebody())
    const key = newKey()
    const before = await countOf('UserProfileChanged')
    const put = () =>
      app.call('PUT', `/api/user/${user.id}`, {
        token,
        body: { first_name: 'Augusta' },
        headers: { 'Idempotency-Key': key },
      })
    const [first, second] = [await put(), await put()]
    expect(first.body).toMatchObject({ first_name: 'Augusta' })
    expect(second.body).toEqual(first.body)
    expect(await countOf('UserProfileChanged')).toBe(before + 1)
  })

  test.each(['', 'ü', 'with space', 'x'.repeat(256)])('%j is none', async (key) => {
    const { status } = await post(key, somebody()).catch(() => ({ status: 400 }))
    expect(status).toBe(400)
  })
})

/*
 * What follows needs a process that dies at the worst moment: the route as it is mounted, over this
 * service's own adapters, one of which fails once.
 */
describe('a first try whose answer was lost', () => {
  type Failing = { eventStore?: EventStore; progress?: ProjectionProgress }

  const mounted = (endpoint: AnyEndpoint, failing: Failing = {}) => {
    const { adapters } = app.service
    const route = commandRoutes(adapters).find((it) => it.endpoint === endpoint)
    if (!route) throw new Error(`nobody serves ${endpoint.path}`)
    return mountCommand({
      ...adapters,
      ...failing,
      waitMs: 5_000,
      reads: queryRoutes(adapters),
      withDecidedViews: () => Promise.reject(new Error('the projector is fast enough')),
    })(route)
  }

  const call = async (key: string, body: object): Promise<Call> => {
    const session = await app.service.adapters.sessions.authenticate(token)
    return {
      endpoint: createUser,
      request: { params: undefined, query: undefined, body } as never,
      session,
      requestId: 'request',
      address: '127.0.0.1',
      signal: new AbortController().signal,
      afterwards: () => undefined,
      header: (name) => (name === 'idempotency-key' ? key : undefined),
      bodyBytes: Buffer.from(JSON.stringify(body)),
      path: '/api/user',
    }
  }

  const dying = (category: string): Failing => ({
    eventStore: losingOneAnswer(app.service.adapters.eventStore, category),
  })

  test.each([
    ['of the address', () => dying('email-')],
    ['of the user', () => dying('user-')],
    ['of the admin', () => dying('admin-roster')],
    [
      'of the wait for readers',
      (): Failing => ({
        progress: { known: () => 0n, reached: () => Promise.reject(new Error('gone')) },
      }),
    ],
  ])('%s: the next try answers with the same user', async (_, fail) => {
    const [key, body] = [newKey(), { ...somebody(), group_ids: [2] }]
    await expect(mounted(createUser, fail()).answer(await call(key, body))).rejects.toThrow()
    const granted = await countOf('AdminGranted')
    const again = await mounted(createUser).answer(await call(key, body))
    expect(again).toMatchObject({ status: 200, body: { email: body.email, is_superuser: true } })
    expect(await registrationsOf(body.email)).toBe(1)
    expect(await countOf('AdminGranted')).toBeLessThanOrEqual(granted + 1)
    const replayed = await mounted(createUser).answer(await call(key, body))
    expect(JSON.parse(String(replayed.text))).toEqual(again.body)
  })

  test('of one group of several: the next try joins the rest, each once', async () => {
    const newGroup = async (name: string): Promise<number> =>
      (await app.call('POST', '/api/permissions/group', { token, body: { name } })).body.id
    const groupIds = [await newGroup('First'), await newGroup('Second'), 2]
    const [key, body] = [newKey(), { ...somebody(), group_ids: groupIds }]
    const lost = mounted(createUser, dying('group-')).answer(await call(key, body))
    await expect(lost).rejects.toThrow('lost')
    const { body: user } = await post(key, body)
    const { body: memberships } = await app.call('GET', '/api/permissions/membership', { token })
    const theirs: { id: number; group_id: number }[] = memberships[user.id]
    expect(theirs.map(({ group_id }) => group_id).sort()).toEqual([1, ...groupIds].sort())
    expect(new Set(theirs.map(({ id }) => id)).size).toBe(4)
  })

  test('of one step of several: the next try takes the steps that are left', async () => {
    const { body: user } = await post(newKey(), somebody())
    const [key, email] = [newKey(), somebody().email]
    const change = { email, first_name: 'Augusta', last_name: 'King' }
    const request = { params: { id: user.id }, query: {}, body: change } as never
    const put = async (failing?: Failing) =>
      mounted(updateUser, failing).answer({
        ...(await call(key, change)),
        endpoint: updateUser,
        request,
      })
    await expect(put(dying('user-'))).rejects.toThrow('lost')
    expect(await put()).toMatchObject({ status: 200, body: change })
  })

  test('in a process that is gone is taken up once it has been silent for a minute', async () => {
    const [key, body] = [newKey(), somebody()]
    const begun = await call(key, body)
    const neverEnding: ProjectionProgress = {
      known: () => 0n,
      reached: () => new Promise(() => undefined),
    }
    mounted(createUser, { progress: neverEnding }).answer(begun)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect(mounted(createUser).answer(begun)).rejects.toMatchObject({
      kind: 'idempotency-key-in-use',
    })
    await app.storage.pool.query(
      `update side.idempotency set begun_at = begun_at - interval '61 seconds' where key = $1`,
      [key],
    )
    expect(await mounted(createUser).answer(begun)).toMatchObject({ status: 200 })
    expect(await registrationsOf(body.email)).toBe(1)
  })

  test('because everybody wrote at once is not the answer for good', async () => {
    const [key, body] = [newKey(), somebody()]
    const { eventStore } = app.service.adapters
    const crowded: EventStore = {
      ...eventStore,
      append: () =>
        Promise.reject(
          new Refusal('conflict', 'Somebody else is changing this.', { retryAfter: 1 }),
        ),
    }
    const first = mounted(createUser, { eventStore: crowded }).answer(await call(key, body))
    await expect(first).rejects.toMatchObject({ kind: 'conflict' })
    expect(await mounted(createUser).answer(await call(key, body))).toMatchObject({ status: 200 })
  })
})
