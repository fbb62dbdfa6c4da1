import { type Caller, callerOf } from './caller.ts'
import type { TestService } from './service.ts'

export const somePassword = 'a long enough password'

export type Person = { readonly id: number; readonly email: string }

let people = 0

/** What a new user is created from; each has an address and a name of their own. */
export const someone = (more: object = {}) => {
  people += 1
  const names = { first_name: 'Some', last_name: `Person ${people}` }
  return { email: `p${people}@example.com`, password: somePassword, ...names, ...more }
}

/** Creates a user as this admin. */
export const createPerson = async (admin: Caller, more: object = {}): Promise<Person> => {
  const { status, body } = await admin.post('/api/user', someone(more))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Logs a person in. */
export const enter = async (app: TestService, { email }: Person, password = somePassword) =>
  callerOf(app, await app.logIn(email, password))
