import { createCollection } from '../../../../shared/contract/collection.ts'
import { createDashboard } from '../../../../shared/contract/dashboard.ts'
import { createGroup } from '../../../../shared/contract/group.ts'
import { logIn } from '../../../../shared/contract/session.ts'
import { createUser } from '../../../../shared/contract/user.ts'
import { isAcknowledged, type Sent } from '../../ledger.ts'
import { founder } from '../processes/routes.ts'
import { type Asked, bodyOf, type Client } from './client.ts'

/** What all clients of a simulation know of each other. */
export type Town = {
  /** Session of the first admin; whether others may touch that one, the seed decides. */
  readonly admin: string
  readonly adminId: number
  readonly isThroneContested: boolean
  /** Everybody works on these. */
  readonly groups: number[]
  readonly dashboards: number[]
  readonly collections: number[]
  readonly people: number[]
}

export const password = 'a long enough password'
export const databaseId = 1

type WithId = { readonly id: number }

/** An address, in one case or the other. */
export const inSomeCase = ({ random }: Pick<Client, 'random'>, address: string): string =>
  random.chance(0.5) ? address : address.toUpperCase()

export const person = (email: string) => ({
  email,
  first_name: 'Some',
  last_name: 'Body',
  password,
})

export const loginOf = (email: string): Asked => ({
  operation: 'session.begin',
  endpoint: logIn,
  body: { username: email, password },
})

/** Sends what has to work while nothing is wrong yet. */
const needed = async <T>(sent: Promise<Sent>): Promise<T> => {
  const found = await sent
  if (!isAcknowledged(found)) throw new Error(`${found.operation}: ${JSON.stringify(found.reply)}`)
  return bodyOf<T>(found) as T
}

export const foundTown = async (client: Client, isThroneContested: boolean): Promise<Town> => {
  const { id: token } = await needed<{ id: string }>(client.send(loginOf(founder.admin.email)))
  const make = async (endpoint: Asked['endpoint'], operation: string, body: object) =>
    (await needed<WithId>(client.insist({ operation, endpoint, token, body }))).id
  const twice = async (make: (n: number) => Promise<number>) => [await make(1), await make(2)]
  return {
    ...{ admin: token, adminId: 1, isThroneContested },
    groups: await twice((n) => make(createGroup, 'group.create', { name: `Crowd ${n}` })),
    dashboards: await twice((n) =>
      make(createDashboard, 'dashboard.create', { name: `Board ${n}` }),
    ),
    collections: await twice((n) =>
      make(createCollection, 'collection.create', { name: `Shelf ${n}` }),
    ),
    people: await twice((n) => make(createUser, 'user.create', person(`resident${n}@example.com`))),
  }
}
