import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type AnyEndpoint, noContent } from '../../shared/contract/endpoint.ts'
import { endpoints } from '../../shared/contract/index.ts'
import type { Page } from '../../shared/contract/page.ts'
import { pageForms, pages } from '../../shared/contract/pages.ts'
import { resetPasswordPage, resetPasswordPath } from '../../shared/contract/password-pages.ts'
import {
  type Expected,
  formMatrix,
  matrix,
  pageMatrix,
  rules,
} from '../support/authorization-matrix.ts'
import { type Case, call, cases, someCall } from '../support/endpoint-examples/calls.ts'
import { makeDashboard } from '../support/endpoint-examples/dashboard.ts'
import type { World } from '../support/endpoint-examples/example.ts'
import { startWorld } from '../support/endpoint-examples/world.ts'
import { sharedAddresses } from '../support/page-addresses.ts'
import { signIn, visit } from '../support/page-visitor.ts'
import {
  makePrincipals,
  type PrincipalName,
  type Principals,
  principalNames,
} from '../support/principals.ts'
import { expectRefusal } from '../support/refusals.ts'
import { resetTokenFor } from '../support/reset-token.ts'

let world: World & { stop(): Promise<void> }
let principals: Principals
/** Of pages whose path names something. */
let addresses: ReadonlyMap<Page, string>

beforeAll(async () => {
  world = await startWorld()
  principals = await makePrincipals(world.app, world.admin, {
    databaseId: world.databaseId,
    schema: 'public',
  })
  const token = await resetTokenFor(world.app, (await world.newUser()).id)
  const resetting: [Page, string] = [resetPasswordPage, resetPasswordPath(token)]
  // A dashboard that no call of the matrix changes.
  const dashboard = await makeDashboard(world)
  addresses = new Map([...(await sharedAddresses({ ...world, dashboard })), resetting])
}, 60_000)
afterAll(() => world?.stop(), 30_000)

const codes = { 401: 'unauthenticated', 403: 'forbidden' } as const

test('nothing can be called that has no row here, and no row is of nothing', () => {
  expect(new Set(matrix.map(([endpoint]) => endpoint))).toEqual(new Set(endpoints))
  expect(new Set(pageMatrix.keys())).toEqual(new Set(pages))
  expect(new Set(formMatrix.keys())).toEqual(new Set(pageForms))
})

const caseOf = (endpoint: AnyEndpoint): Case =>
  cases.find((it) => it.endpoint === endpoint) ?? { name: '', endpoint, example: {} }

const rows = matrix.map(([endpoint, rule, change = {}]) => {
  const of = change.when === undefined ? '' : ` (${change.when})`
  return { name: `${endpoint.method} ${endpoint.path}${of}`, endpoint, rule, change }
})

describe.each(rows)('$name is for: $rule', ({ endpoint, rule, change }) => {
  const it = caseOf(endpoint)
  const goodStatus = it.example.status ?? (endpoint.response === noContent ? 204 : 200)

  test.each(principalNames)('%s', async (name) => {
    const who = principals[name]
    const expected: Expected = rules[rule][name]
    const params = change.params?.(who) ?? (await it.example.params?.(world))
    const query = change.query ?? it.example.query
    const path = someCall(world, { ...it, example: query === undefined ? {} : { query } }, params)
    const body = change.body ? await change.body(world, who) : it.example.body?.(world)
    const ownSession = change.ownSession && who.caller
    const token = ownSession ? await world.app.logIn(who.email, who.password) : who.caller?.token
    const answer = await call(world, it, { path, body, token })
    if (expected !== 'good') return expectRefusal(answer, expected, codes[expected])
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: goodStatus })
  })
})

/** The cookie of whoever can have one. */
const cookieFor = async (name: PrincipalName) => {
  const { email, password, caller } = principals[name]
  return caller && signIn(world.app, email, password)
}

describe.each([...pageMatrix].map(([page, rule]) => ({ page, rule, path: page.path })))(
  'the page $path is for: $rule',
  ({ page, rule }) => {
    test.each(principalNames)('%s', async (name) => {
      const expected: Expected = rules[rule][name]
      const path = addresses.get(page) ?? page.path
      const { status } = await visit(world.app, path, { cookie: await cookieFor(name) })
      expect(status).toBe(expected === 'good' ? 200 : expected)
    })
  },
)

describe.each([...formMatrix].map(([form, rule]) => ({ form, rule, path: form.path })))(
  'the form $path is for: $rule',
  ({ form }) => {
    test.each(principalNames)('%s', async (name) => {
      const { email, password } = principals[name === 'AN' ? 'U0' : name]
      const cookie = await cookieFor(name)
      const token = await resetTokenFor(world.app, (await world.newUser()).id)
      const given = { cookie, form: { username: email, password, token } }
      expect((await visit(world.app, form.path, given)).status).toBe(303)
    })
  },
)
