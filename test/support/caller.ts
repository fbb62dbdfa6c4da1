import type { Customer } from './customers.ts'
import type { Answer, TestService } from './service.ts'
import { until } from './until.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is the test's to say
type Any = any

/** Somebody who is logged in and uses the API. */
export type Caller = {
  readonly token: string
  get(path: string): Promise<Answer<Any>>
  post(path: string, body?: unknown): Promise<Answer<Any>>
  put(path: string, body?: unknown): Promise<Answer<Any>>
  delete(path: string): Promise<Answer<Any>>
  /** Connects a customer's database; answers its id. */
  connect(customer: Customer, more?: object): Promise<number>
  /** The database once no sync of it is due or under way. */
  synced(id: number): Promise<Any>
  /** Runs SQL; answers the result envelope. */
  ask(database: number, sql: string, more?: object): Promise<Any>
}

export const callerOf = (app: TestService, token: string): Caller => {
  const call = (method: string) => (path: string, body?: unknown) =>
    app.call(method, path, { token, body })
  const caller: Caller = {
    token,
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
    async connect({ engine, details }, more = {}) {
      const body = { name: `A ${engine} database`, engine, details, ...more }
      const answer = await caller.post('/api/database', body)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.id
    },
    synced: async (id) => {
      const read = async () => (await caller.get(`/api/database/${id}`)).body
      return until(read, ({ sync }) => sync.status === 'done' || sync.status === 'failed', 30_000)
    },
    ask: async (database, sql, more = {}) => {
      const query = { database, type: 'native', native: { query: sql }, ...more }
      return (await caller.post('/api/dataset', query)).body
    },
  }
  return caller
}

export const asAdmin = async (app: TestService): Promise<Caller> => callerOf(app, await app.logIn())

let users = 0

/** A new person in All Users and in no other group. */
export const asNewUser = async (app: TestService, admin: Caller): Promise<Caller> => {
  users += 1
  const email = `user${users}@example.com`
  const password = 'a long enough password'
  const names = { first_name: 'Some', last_name: 'Body' }
  const created = await admin.post('/api/user', { email, password, ...names })
  if (created.status !== 200) throw new Error(JSON.stringify(created.body))
  return callerOf(app, await app.logIn(email, password))
}
