import { expect } from '@jest/globals'
import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import type { Answer } from '../service.ts'
import type { Example, World } from './example.ts'
import { examples } from './index.ts'

/** An endpoint on its walk; `name` is what the test is called. */
export type Case = {
  readonly name: string
  readonly endpoint: AnyEndpoint
  readonly example: Example
}

export const cases: readonly Case[] = endpoints.map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
  example: examples.get(endpoint) ?? {},
}))

export const casesWhere = (holds: (endpoint: AnyEndpoint) => boolean): readonly Case[] =>
  cases.filter(({ endpoint }) => holds(endpoint))

type Params = Readonly<Record<string, string | number>>

/** What a call does otherwise than its example. */
export type Change = {
  readonly token?: string | undefined
  readonly path?: string
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Parameters of paths that are no ids. */
const words: Params = { modal: 'qbnewb', format: 'json', schema: 'public' }

/** An address of this endpoint that need not lead to anything; ids are 1. */
export const someAddress = ({ endpoint }: Case, params: Params = {}): string =>
  endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => String(params[key] ?? words[key] ?? 1))

/** What its example asks behind the question mark, which is there too; empty where it asks nothing. */
export const someQuery = (world: World, { example: { query } }: Case): string =>
  query === undefined ? '' : `?${typeof query === 'string' ? query : query(world)}`

/** The same address with the query of its example. */
export const someCall = (world: World, it: Case, params: Params = {}): string =>
  someAddress(it, params) + someQuery(world, it)

/** Calls an endpoint as its example does, as an admin, but for what is changed. */
export const call = async (
  world: World,
  it: Case,
  change: Change = {},
): Promise<Answer<unknown>> => {
  const { endpoint, example } = it
  const path = change.path ?? someCall(world, it, await example.params?.(world))
  const token = 'token' in change ? change.token : world.admin.token
  const body = 'body' in change ? change.body : example.body?.(world)
  const { method = endpoint.method, headers = {} } = change
  return world.app.call(method, path, { token, body, headers })
}

/** Whatever happens meanwhile leaves nothing in the log. */
export const leavingNoEvent = async (world: World, work: () => Promise<void>): Promise<void> => {
  const { eventStore } = world.app.service.adapters
  const before = await eventStore.head()
  await work()
  expect(await eventStore.head()).toBe(before)
}
