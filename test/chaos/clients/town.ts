import { until } from '../../support/until.ts'
import { isAcknowledged, type Sent } from '../ledger.ts'
import { bodyOf, type Client } from './client.ts'
import type { Asked } from './wire.ts'

/** A right of somebody's that comes and goes, and the request that shows whether it is there. */
export type Subject = { readonly name: string; readonly shown: Omit<Asked, 'method' | 'needs'> }

/** What all clients of a run know of each other. */
export type Town = {
  /** Session of an admin nobody touches. */
  readonly admin: string
  readonly ordersTable: number
  /** Members may ask the table of orders; nobody else may but by a group of their own. */
  readonly analysts: number
  /** Rights that readers try. */
  readonly subjects: Subject[]
  /** Dashboards that everybody changes. */
  readonly dashboards: number[]
}

export const databaseId = 1
export const password = 'a long enough password'

const everybody = 1

/** Sends what has to work, as long as the service is whole. */
const needed = async <T>(sent: Promise<Sent>): Promise<T> => {
  const found = await sent
  if (!isAcknowledged(found)) throw new Error(`${found.operation}: ${JSON.stringify(found.reply)}`)
  return bodyOf<T>(found) as T
}

type WithId = { readonly id: number }

export const newGroup = (client: Client, admin: string, name: string) =>
  client.insist({
    operation: 'group.create',
    method: 'POST',
    path: '/api/permissions/group',
    token: admin,
    body: { name },
    leaves: 'GroupCreated',
  })

export const graphPath = '/api/permissions/graph'

/** A change of the graph at the revision there is. */
export const saidOfGraph = async (
  client: Client,
  admin: string,
  levels: Readonly<Record<number, 'all' | 'none'>>,
  more: Pick<Asked, 'permit'> = {},
): Promise<Sent> => {
  const now = await client.read({ operation: 'graph.read', path: graphPath, token: admin })
  const base = bodyOf<{ revision: number }>(now)?.revision
  if (base === undefined) return now
  const groups = Object.entries(levels).map(([group, schemas]) => [
    group,
    { [databaseId]: { data: { schemas } } },
  ])
  return client.write({
    operation: 'graph.put',
    method: 'PUT',
    path: graphPath,
    token: admin,
    body: { revision: base, groups: Object.fromEntries(groups), comment: `by ${client.name}` },
    leaves: 'PermissionsGraphRevised',
    conditional: true,
    base,
    ...more,
  })
}

export const loginOf = (client: Client, username: string, more: Partial<Asked> = {}) =>
  client.write({
    operation: 'session.begin',
    method: 'POST',
    path: '/api/session',
    body: { username, password },
    ...more,
  })

/** What clients work on; the service must be whole. */
export const foundTown = async (
  client: Client,
  admin: { readonly username: string; readonly password: string },
): Promise<Town> => {
  const login = { operation: 'session.begin', method: 'POST', path: '/api/session' } as const
  const { id: token } = await needed<{ id: string }>(client.write({ ...login, body: admin }))
  const list = { operation: 'table.list', path: `/api/database/${databaseId}/schema/public`, token }
  // The sample database is read soon after the very first start.
  const tables = await until(
    async () => bodyOf<readonly { id: number; name: string }[]>(await client.read(list)) ?? [],
    (found) => found.some(({ name }) => name === 'orders'),
    240_000,
  )
  const ordersTable = tables.find(({ name }) => name === 'orders')?.id
  if (ordersTable === undefined) throw new Error('the sample database has no table of orders')
  const { id: analysts } = await needed<WithId>(newGroup(client, token, `Analysts ${Date.now()}`))
  await needed(saidOfGraph(client, token, { [everybody]: 'none', [analysts]: 'all' }))
  return { admin: token, ordersTable, analysts, subjects: [], dashboards: [] }
}
