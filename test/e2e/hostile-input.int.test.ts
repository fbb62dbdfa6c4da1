import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import {
  type Case,
  call,
  cases,
  casesWhere,
  leavingNoEvent,
  someAddress,
  someCall,
} from '../support/endpoint-examples/calls.ts'
import type { World } from '../support/endpoint-examples/example.ts'
import { hostileBodies } from '../support/endpoint-examples/hostile-bodies.ts'
import { startWorld } from '../support/endpoint-examples/world.ts'
import { expectRefusal } from '../support/refusals.ts'

let world: World & { stop(): Promise<void> }

beforeAll(async () => {
  world = await startWorld()
}, 60_000)
afterAll(() => world?.stop(), 30_000)

const takesBody = ({ body }: AnyEndpoint) => body !== undefined
const hasId = ({ path }: AnyEndpoint) => path.includes('/:id')

const goodBody = ({ example }: Case) => (example.body?.(world) ?? {}) as Record<string, unknown>

/** Where a body may be left out, nothing at all is no hostile one. */
const hostileTo = ({ body }: AnyEndpoint) =>
  hostileBodies.filter(
    ({ make }) => !(body?.safeParse(undefined).success && make({ some: 'member' }) === ''),
  )

/** All of them at once; what is wrong with an answer is told with the name of what was sent. */
const refuseAll = <T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  send: (one: T) => Promise<void>,
) =>
  leavingNoEvent(world, async () => {
    await Promise.all(
      all.map((one) =>
        send(one).catch((error: Error) => {
          throw new Error(`${nameOf(one)}: ${error.message}`)
        }),
      ),
    )
  })

describe.each(casesWhere(takesBody))('$name', (it) => {
  test('refuses bodies that are none, with the status that says why', () =>
    refuseAll(
      hostileTo(it.endpoint),
      ({ name }) => name,
      async ({ make, type, headers, status }) => {
        const answer = await call(world, it, {
          path: someAddress(it),
          body: make(goodBody(it)),
          headers: { ...headers, ...(type !== undefined && { 'Content-Type': type }) },
        })
        expectRefusal(answer, status)
      },
    ))
})

const wrongIds = [
  ...['0', '-1', '1.5', '2147483648', '4294967297', '9007199254740993', '9'.repeat(40)],
  ...['abc', 'NaN', '1e3', '0x10', '+5', '01', '1%20', '%201', '%D9%A5', 'null', '1;2'],
  ...['%00', '1%00', '%F0%9F%98%80', '..%2f1', "1'--", '%ED%A0%80', '%', '%zz'],
]

describe.each(casesWhere(hasId))('$name', (it) => {
  test('refuses what is no id', () =>
    refuseAll(
      wrongIds.map((id) => someCall(world, it, { id })),
      (path) => path,
      async (path) => expectRefusal(await call(world, it, { path }), 400, 'validation'),
    ))

  test('looks at the shape of a request before it looks for the thing', async () => {
    const path = someAddress(it, { id: 2_147_483_647 })
    expectRefusal(await call(world, it, { path: `${path}?a=1&a=2` }), 400, 'validation')
    if (takesBody(it.endpoint))
      expectRefusal(await call(world, it, { path, body: '[]' }), 400, 'validation')
  })
})

const wrongQueries = [
  'limit=1&limit=1',
  'x=1&x=1',
  '__proto__=1&__proto__=1',
  'x=%00',
  '%00=1',
  'x=%zz',
  'x=%',
  'x=%ff',
  'x=%ED%A0%80',
]

describe.each(cases)('$name', (it) => {
  test('refuses queries that are none', () =>
    refuseAll(
      wrongQueries.map((query) => `${someAddress(it)}?${query}`),
      (path) => path,
      async (path) => expectRefusal(await call(world, it, { path }), 400, 'validation'),
    ))
})

test('nothing of this has left a mark on objects', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(Reflect.get({}, 'is_superuser')).toBeUndefined()
})
