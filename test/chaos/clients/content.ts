import { bodyOf, type Client } from './client.ts'
import { databaseId, newGroup, password, type Town } from './town.ts'
import type { Asked } from './wire.ts'

/** Something a writer does, and how often beside the others. */
export type Work = {
  readonly name: string
  readonly weight: number
  run(client: Client, town: Town): Promise<unknown>
}

type WithId = { readonly id: number }

let marks = 0
/** A name nothing else has. */
export const someName = ({ name }: Client): string => {
  marks += 1
  return `${name} ${marks} ${Date.now()}`
}

export const cardBody = (client: Client, { ordersTable }: Town) => ({
  name: someName(client),
  display: 'table',
  visualization_settings: {},
  dataset_query: {
    database: databaseId,
    type: 'query',
    query: { 'source-table': ordersTable, limit: 1 },
  },
})

export const create = (
  client: Client,
  { admin: token }: Town,
  what: string,
  leaves: string,
  body: object,
) =>
  client.insist({
    operation: `${what}.create`,
    method: 'POST',
    path: `/api/${what}`,
    token,
    body,
    leaves,
  })

/** Makes something, looks at it at once as whoever made it, and changes it. */
const lifeOf =
  (what: 'card' | 'dashboard' | 'collection', leaves: readonly [string, string], end?: string) =>
  async (client: Client, town: Town) => {
    const { admin: token } = town
    const body = what === 'card' ? cardBody(client, town) : { name: someName(client) }
    const made = bodyOf<WithId>(await create(client, town, what, leaves[0], body))
    if (!made) return
    const path = `/api/${what}/${made.id}`
    const look = () => client.read({ operation: `${what}.read`, path, token, own: true })
    await look()
    const changed = { method: 'PUT', path, token, body: { name: someName(client) } } as const
    await client.insist({ ...changed, operation: `${what}.rename`, leaves: leaves[1] })
    await look()
    if (end === undefined || client.random.chance(0.5)) return
    await client.write({ operation: `${what}.delete`, method: 'DELETE', path, token, leaves: end })
  }

/** Dashboards that all writers rename, put away and delete at the same time. */
const quarrel = async (client: Client, town: Town) => {
  const { admin: token, dashboards } = town
  if (dashboards.length < 3) {
    const body = { name: someName(client) }
    const made = await create(client, town, 'dashboard', 'DashboardCreated', body)
    const id = bodyOf<WithId>(made)?.id
    if (id !== undefined) dashboards.push(id)
    return
  }
  const id = client.random.pick(dashboards)
  const path = `/api/dashboard/${id}`
  const { operation, ...how } = client.random.weighted<Partial<Asked> & { weight: number }>([
    { weight: 8, operation: 'dashboard.rename', method: 'PUT', body: { name: someName(client) } },
    { weight: 2, operation: 'dashboard.archive', method: 'PUT', body: { archived: true } },
    { weight: 2, operation: 'dashboard.restore', method: 'PUT', body: { archived: false } },
    { weight: 1, operation: 'dashboard.delete', method: 'DELETE' },
  ])
  const { weight: _weight, method = 'PUT', ...rest } = how as typeof how & { weight: number }
  await client.write({ operation: operation ?? '', method, path, token, ...rest })
  if (method === 'DELETE') dashboards.splice(dashboards.indexOf(id), 1)
}

/** The same few addresses, in whatever case, by everybody. */
const sameAddress = (client: Client, town: Town) => {
  const name = `person${client.random.between(1, 40)}@example.com`
  const email = client.random.chance(0.5) ? name : name.toUpperCase()
  const body = { email, first_name: 'Some', last_name: 'Body', password }
  return create(client, town, 'user', 'UserRegistered', body)
}

const group = async (client: Client, { admin: token }: Town) => {
  const made = bodyOf<WithId>(await newGroup(client, token, someName(client)))
  if (!made || client.random.chance(0.5)) return
  const path = `/api/permissions/group/${made.id}`
  const how = { method: 'DELETE', path, token, leaves: 'GroupDeleted' } as const
  await client.write({ operation: 'group.delete', ...how })
}

/** What is written beside rights. */
export const content: readonly Work[] = [
  { name: 'card', weight: 10, run: lifeOf('card', ['CardCreated', 'CardChanged'], 'CardDeleted') },
  {
    name: 'dashboard',
    weight: 6,
    run: lifeOf('dashboard', ['DashboardCreated', 'DashboardChanged'], 'DashboardDeleted'),
  },
  {
    name: 'collection',
    weight: 4,
    run: lifeOf('collection', ['CollectionCreated', 'CollectionChanged']),
  },
  { name: 'quarrel', weight: 10, run: quarrel },
  { name: 'same-address', weight: 2, run: sameAddress },
  { name: 'group', weight: 3, run: group },
]
