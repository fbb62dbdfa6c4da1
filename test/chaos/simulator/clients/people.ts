import {
  addMembership,
  createGroup,
  deleteGroup,
  listGroups,
  removeMembership,
  renameGroup,
} from '../../../../shared/contract/group.ts'
import {
  getPermissionsGraph,
  updatePermissionsGraph,
} from '../../../../shared/contract/permission-graph.ts'
import {
  createUser,
  deactivateUser,
  getCurrentUser,
  reactivateUser,
  updateUser,
} from '../../../../shared/contract/user.ts'
import { endSessions } from '../../../../shared/contract/user-session.ts'
import { isAcknowledged } from '../../ledger.ts'
import { type Asked, bodyOf, type Client } from './client.ts'
import { someName, type Work } from './content.ts'
import { databaseId, inSomeCase, loginOf, person, type Town } from './town.ts'

type WithId = { readonly id: number }

/** The same few addresses, in whatever case, by everybody. */
const sameAddress = async (client: Client, { admin: token, people }: Town) => {
  const email = inSomeCase(client, `person${client.random.between(1, 6)}@example.com`)
  const asked = { operation: 'user.create', endpoint: createUser, token, body: person(email) }
  const made = bodyOf<WithId>(await client.insist({ ...asked, leaves: 'UserRegistered' }))
  if (made) people.push(made.id)
}

/** People move to other addresses: those that others have, want, or have just given up. */
const newAddress = (client: Client, { admin: token, people }: Town) => {
  const email = inSomeCase(client, `person${client.random.between(1, 6)}@example.com`)
  const params = { id: client.random.pick(people) }
  return client.insist({
    operation: 'user.email',
    endpoint: updateUser,
    params,
    token,
    body: { email },
  })
}

/** A few names, which no two groups may have. */
const groupName = ({ random }: Client) => random.pick(['Sales', 'SALES', 'Support', 'Board'])

const group = async (client: Client, { admin: token }: Town) => {
  const body = () => ({ name: client.random.chance(0.5) ? groupName(client) : someName(client) })
  const creating = {
    operation: 'group.create',
    endpoint: createGroup,
    token,
    leaves: 'GroupCreated',
  }
  const id = bodyOf<WithId>(await client.insist({ ...creating, body: body() }))?.id
  if (id === undefined) return
  const how = { params: { id }, token }
  await client.insist({ ...how, operation: 'group.rename', endpoint: renameGroup, body: body() })
  const leaves = 'GroupDeleted'
  await client.send({ ...how, operation: 'group.delete', endpoint: deleteGroup, leaves })
}

type Member = { readonly user_id: number; readonly membership_id: number }

/** Everybody fills the same two groups, and some leave again. */
const crowd = async (client: Client, { admin: token, groups, people }: Town) => {
  const user_id = client.random.pick(people)
  const body = { group_id: client.random.pick(groups), user_id }
  const joining = { operation: 'membership.add', endpoint: addMembership, token, body }
  const members = bodyOf<readonly Member[]>(await client.insist(joining))
  const own = members?.find((member) => member.user_id === user_id)
  if (!own || client.random.chance(0.4)) return
  const params = { id: own.membership_id }
  await client.send({ operation: 'membership.remove', endpoint: removeMembership, params, token })
}

/** Many change the graph at the revision they have seen; of those of one revision one wins. */
const graph = async (client: Client, { admin: token, groups }: Town) => {
  const reading = { operation: 'graph.read', endpoint: getPermissionsGraph, token }
  const base = bodyOf<{ revision: number }>(await client.send(reading))?.revision
  if (base === undefined) return
  const schemas = client.random.pick(['all', 'none'])
  const change = { [client.random.pick(groups)]: { [databaseId]: { data: { schemas } } } }
  await client.send({
    ...{ operation: 'graph.put', endpoint: updatePermissionsGraph, token },
    body: { revision: base, groups: change, comment: client.name },
    ...{ leaves: 'PermissionsGraphRevised', conditional: true, base },
  })
}

const somebody = async (client: Client, { admin: token }: Town) => {
  const email = `${someName(client).replaceAll(' ', '.')}@example.com`
  const body = person(email)
  const asked = { operation: 'user.create', endpoint: createUser, token, body }
  const id = bodyOf<WithId>(await client.insist({ ...asked, leaves: 'UserRegistered' }))?.id
  return id === undefined ? undefined : { id, email }
}

/** Somebody logs in, looks around, and is logged out by an admin in one way or another. */
const session = async (client: Client, town: Town) => {
  const somebodyNew = await somebody(client, town)
  if (!somebodyNew) return
  const { id, email } = somebodyNew
  const subject = `session of ${id}`
  const permit = (allows: boolean) => ({ permit: { subject, allows } })
  const begun = await client.send({ ...loginOf(email), ...permit(true) })
  const token = bodyOf<{ id: string }>(begun)?.id
  if (token === undefined) return
  const looking: Asked = {
    operation: 'user.current',
    endpoint: getCurrentUser,
    token,
    needs: subject,
  }
  await client.send(looking)
  const endings = [
    { operation: 'sessions.end', endpoint: endSessions },
    { operation: 'user.deactivate', endpoint: deactivateUser, leaves: 'UserDeactivated' },
  ]
  const how = { params: { id }, token: town.admin, ...permit(false) }
  const ended = await client.send({ ...client.random.pick(endings), ...how })
  await client.send(looking)
  if (!isAcknowledged(ended) || ended.operation !== 'user.deactivate') return
  const reactivating = { operation: 'user.reactivate', endpoint: reactivateUser, params: { id } }
  await client.insist({ ...reactivating, token: town.admin })
  await client.send(looking)
}

/** Somebody becomes an admin and ceases to be one, and tries what only admins may. */
const rank = async (client: Client, town: Town) => {
  const somebodyNew = await somebody(client, town)
  if (!somebodyNew) return
  const { id, email } = somebodyNew
  const token = bodyOf<{ id: string }>(await client.send(loginOf(email)))?.id
  if (token === undefined) return
  const subject = `rank of ${id}`
  for (const allows of [true, false, true]) {
    const body = { is_superuser: allows }
    const how = { params: { id }, token: town.admin, permit: { subject, allows } }
    const set = await client.send({ operation: 'user.rank', endpoint: updateUser, ...how, body })
    await client.send({ operation: 'group.list', endpoint: listGroups, token, needs: subject })
    if (!isAcknowledged(set)) return
  }
  if (!town.isThroneContested) return
  // Two admins, each against the other: one of them stays.
  const dethroning = {
    operation: 'user.dethrone',
    endpoint: updateUser,
    body: { is_superuser: false },
  }
  await client.insist({ ...dethroning, params: { id: town.adminId }, token })
}

/** What changes who may do what. */
export const people: readonly Work[] = [
  { name: 'same-address', weight: 4, run: sameAddress },
  { name: 'new-address', weight: 4, run: newAddress },
  { name: 'group', weight: 3, run: group },
  { name: 'crowd', weight: 5, run: crowd },
  { name: 'graph', weight: 6, run: graph },
  { name: 'session', weight: 4, run: session },
  { name: 'rank', weight: 3, run: rank },
]
