import { createCard, deleteCard, getCard, updateCard } from '../../../../shared/contract/card.ts'
import {
  createCollection,
  deleteCollection,
  getCollection,
  updateCollection,
} from '../../../../shared/contract/collection.ts'
import {
  createDashboard,
  deleteDashboard,
  getDashboard,
  updateDashboard,
} from '../../../../shared/contract/dashboard.ts'
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts'
import { type Asked, bodyOf, type Client } from './client.ts'
import { databaseId, type Town } from './town.ts'

/** Something a client does, and how often beside the others. */
export type Work = {
  readonly name: string
  readonly weight: number
  run(client: Client, town: Town): Promise<unknown>
}

type WithId = { readonly id: number }

/** A name nothing else has. */
export const someName = ({ name, random }: Client): string =>
  `${name} ${random.between(1, 1_000_000)}`

const query = { database: databaseId, type: 'query', query: { 'source-table': 1 } }

type Kind = {
  readonly name: string
  readonly create: AnyEndpoint
  readonly read: AnyEndpoint
  readonly update: AnyEndpoint
  readonly remove: AnyEndpoint
  /** Created, changed, deleted; a collection leaves another event where it is only put away. */
  readonly leaves: readonly [string, string, string]
  readonly body: object
}

const kinds: readonly Kind[] = [
  {
    name: 'card',
    ...{ create: createCard, read: getCard, update: updateCard, remove: deleteCard },
    leaves: ['CardCreated', 'CardChanged', 'CardDeleted'],
    body: { display: 'table', visualization_settings: {}, dataset_query: query },
  },
  {
    name: 'dashboard',
    ...{ create: createDashboard, read: getDashboard },
    ...{ update: updateDashboard, remove: deleteDashboard },
    leaves: ['DashboardCreated', 'DashboardChanged', 'DashboardDeleted'],
    body: {},
  },
  {
    name: 'collection',
    ...{ create: createCollection, read: getCollection },
    ...{ update: updateCollection, remove: deleteCollection },
    leaves: ['CollectionCreated', 'CollectionChanged', 'CollectionDeleted'],
    body: {},
  },
]

/** Makes something, looks at it at once, renames it, looks again, and may delete it. */
const life = async (client: Client, { admin: token }: Town) => {
  const { name, create, read, update, remove, leaves, body } = client.random.pick(kinds)
  const [created, changed, deleted] = leaves
  const asked = (verb: string, more: Omit<Asked, 'operation' | 'token'>): Asked => ({
    operation: `${name}.${verb}`,
    token,
    ...more,
  })
  const named = () => ({ name: someName(client) })
  const making = asked('create', {
    endpoint: create,
    body: { ...body, ...named() },
    leaves: created,
  })
  const id = bodyOf<WithId>(await client.insist(making))?.id
  if (id === undefined) return
  const params = { id }
  const look = () => client.send(asked('read', { endpoint: read, params, own: true }))
  await look()
  await client.insist(asked('rename', { endpoint: update, params, body: named(), leaves: changed }))
  await look()
  if (client.random.chance(0.5)) return
  if (name !== 'collection') {
    await client.send(asked('delete', { endpoint: remove, params, leaves: deleted }))
    return
  }
  // Only what was put away can be deleted.
  await client.insist(asked('archive', { endpoint: update, params, body: { archived: true } }))
  await client.send(asked('delete', { endpoint: remove, params, leaves: deleted }))
}

/** Everybody renames, puts away and takes out the same two dashboards. */
const quarrel = (client: Client, { admin: token, dashboards }: Town) => {
  const body = client.random.weighted<{ readonly weight: number; readonly body: object }>([
    { weight: 6, body: { name: someName(client) } },
    { weight: 1, body: { archived: true } },
    { weight: 1, body: { archived: false } },
  ]).body
  const params = { id: client.random.pick(dashboards) }
  const asked = { operation: 'dashboard.quarrel', endpoint: updateDashboard, params, token, body }
  return client.insist(asked)
}

/** Collections are hung below each other, put away and taken out, all in one tree. */
const tree = async (client: Client, { admin: token, collections }: Town) => {
  const { random } = client
  const id = random.pick(collections)
  const others = collections.filter((it) => it !== id)
  const body = random.pick([
    { parent_id: random.pick([null, ...others]) },
    { archived: random.chance(0.3) },
    { name: someName(client) },
  ])
  const asked = { operation: 'collection.move', endpoint: updateCollection, params: { id }, token }
  await client.insist({ ...asked, body })
  if (collections.length > 5) return
  const inside = { name: someName(client), parent_id: id }
  const creating = { operation: 'collection.create', endpoint: createCollection, token }
  const made = await client.insist({ ...creating, body: inside, leaves: 'CollectionCreated' })
  const more = bodyOf<WithId>(made)?.id
  if (more !== undefined) collections.push(more)
}

/** What is written beside rights. */
export const content: readonly Work[] = [
  { name: 'life', weight: 8, run: life },
  { name: 'quarrel', weight: 5, run: quarrel },
  { name: 'tree', weight: 4, run: tree },
]
