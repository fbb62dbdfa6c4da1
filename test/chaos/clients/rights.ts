import { isAcknowledged, type Sent } from '../ledger.ts'
import { bodyOf, type Client } from './client.ts'
import { cardBody, create, someName, type Work } from './content.ts'
import { loginOf, newGroup, password, type Subject, saidOfGraph, type Town } from './town.ts'
import type { Asked } from './wire.ts'

type WithId = { readonly id: number }
export type Somebody = { readonly id: number; readonly email: string; readonly token: string }

/** A new person who is logged in; undefined where that came to nothing. */
export const somebody = async (client: Client, town: Town): Promise<Somebody | undefined> => {
  const email = `${someName(client).replaceAll(' ', '.')}@example.com`
  const body = { email, first_name: 'Some', last_name: 'Body', password }
  const made = bodyOf<WithId>(await create(client, town, 'user', 'UserRegistered', body))
  const token = made && bodyOf<{ id: string }>(await loginOf(client, email))?.id
  return token === undefined ? undefined : { id: made?.id ?? 0, email, token }
}

/** Looks at once whether it is so, as those will who were told. */
const look = (client: Client, { name, shown }: Subject) => client.read({ ...shown, needs: name })

/** Gives or takes a right; false where nobody knows whether that was done: it is left alone then. */
const changes = async (client: Client, subject: Subject, allows: boolean, sent: Promise<Sent>) => {
  const done = isAcknowledged(await sent)
  await look(client, subject)
  return done ? allows : undefined
}

const permit = ({ name: subject }: Subject, allows: boolean) => ({ permit: { subject, allows } })

const orders = ({ ordersTable }: Town, token: string) => ({
  operation: 'table.read',
  path: `/api/table/${ordersTable}`,
  token,
})

const asAdmin = ({ admin: token }: Town, how: Omit<Asked, 'token'>): Asked => ({ ...how, token })

/** Each person of it has a group, which may ask for orders or may not. */
const byGraph = async (client: Client, town: Town) => {
  const person = await somebody(client, town)
  if (!person) return
  const group = bodyOf<WithId>(await newGroup(client, town.admin, someName(client)))
  if (!group) return
  await client.insist(joining(town, group.id, person.id))
  const subject = { name: `graph ${person.id}`, shown: orders(town, person.token) }
  town.subjects.push(subject)
  for (let turn = client.random.between(2, 6); turn > 0 && !client.isDone(); turn -= 1) {
    const allows = turn % 2 === 0
    const levels = { [group.id]: allows ? ('all' as const) : ('none' as const) }
    await saidOfGraph(client, town.admin, levels, permit(subject, allows))
    await look(client, subject)
  }
}

const joining = (town: Town, group: number, user: number): Asked =>
  asAdmin(town, {
    operation: 'membership.add',
    method: 'POST',
    path: '/api/permissions/membership',
    body: { group_id: group, user_id: user },
    leaves: 'GroupMemberAdded',
  })

const byMembership = async (client: Client, town: Town) => {
  const person = await somebody(client, town)
  if (!person) return
  const subject = { name: `member ${person.id}`, shown: orders(town, person.token) }
  town.subjects.push(subject)
  const joined = client.write({
    ...joining(town, town.analysts, person.id),
    ...permit(subject, true),
  })
  if (!(await changes(client, subject, true, joined))) return
  const members = bodyOf<readonly { user_id: number; membership_id: number }[]>(await joined)
  const mine = members?.find(({ user_id }) => user_id === person.id)
  const leaving = asAdmin(town, {
    operation: 'membership.remove',
    method: 'DELETE',
    path: `/api/permissions/membership/${mine?.membership_id}`,
    leaves: 'GroupMemberRemoved',
    ...permit(subject, false),
  })
  await changes(client, subject, false, client.write(leaving))
}

/** A session of this person, known to readers. */
const begin = async (client: Client, town: Town, { id, email }: Pick<Somebody, 'id' | 'email'>) => {
  const name = `session ${id} ${someName(client)}`
  const sent = await loginOf(client, email, { permit: { subject: name, allows: true } })
  const token = bodyOf<{ id: string }>(sent)?.id
  if (token === undefined) return undefined
  const shown = { operation: 'user.current', path: '/api/user/current', token }
  const subject: Subject = { name, shown }
  town.subjects.push(subject)
  await look(client, subject)
  return { subject, token }
}

const bySession =
  (end: (town: Town, person: Somebody, token: string) => Asked) =>
  async (client: Client, town: Town) => {
    const person = await somebody(client, town)
    const session = person && (await begin(client, town, person))
    if (!session) return
    const { subject, token } = session
    const ending = { ...end(town, person, token), ...permit(subject, false) }
    await changes(client, subject, false, client.write(ending))
  }

const byLink = async (client: Client, town: Town) => {
  const made = await create(client, town, 'card', 'CardCreated', cardBody(client, town))
  const card = bodyOf<WithId>(made)
  if (!card) return
  const path = `/api/card/${card.id}/public_link`
  const opening = asAdmin(town, {
    operation: 'link.create',
    method: 'POST',
    path,
    leaves: 'PublicLinkCreated',
    permit: { subject: `link ${card.id}`, allows: true },
  })
  const uuid = bodyOf<{ uuid: string }>(await client.write(opening))?.uuid
  if (uuid === undefined) return
  const shown = { operation: 'public.read', path: `/api/public/card/${uuid}` }
  const subject: Subject = { name: `link ${card.id}`, shown }
  town.subjects.push(subject)
  await look(client, subject)
  const closing = { operation: 'link.remove', method: 'DELETE', path } as const
  const how = { ...closing, leaves: 'PublicLinkRemoved', ...permit(subject, false) }
  await changes(client, subject, false, client.write(asAdmin(town, how)))
}

const byRank = async (client: Client, town: Town) => {
  const person = await somebody(client, town)
  if (!person) return
  const shown = { operation: 'group.list', path: '/api/permissions/graph', token: person.token }
  const subject = { name: `admin ${person.id}`, shown }
  town.subjects.push(subject)
  for (const allows of [true, false]) {
    const change = asAdmin(town, {
      operation: 'user.rank',
      method: 'PUT',
      path: `/api/user/${person.id}`,
      body: { is_superuser: allows },
      leaves: allows ? 'AdminGranted' : 'AdminRevoked',
      ...permit(subject, allows),
    })
    if ((await changes(client, subject, allows, client.write(change))) === undefined) return
  }
}

const endings = {
  logout: (_town: Town, _person: Somebody, token: string): Asked => ({
    operation: 'session.end',
    method: 'DELETE',
    path: '/api/session',
    token,
  }),
  deactivation: (town: Town, { id }: Somebody): Asked =>
    asAdmin(town, {
      operation: 'user.deactivate',
      method: 'DELETE',
      path: `/api/user/${id}`,
      leaves: 'UserDeactivated',
    }),
  password: (town: Town, { id }: Somebody): Asked =>
    asAdmin(town, {
      operation: 'user.password',
      method: 'PUT',
      path: `/api/user/${id}/password`,
      body: { new_password: `${password}, another` },
      leaves: 'UserPasswordChanged',
    }),
}

/** Rights that are given, shown, taken away and missed. */
export const rights: readonly Work[] = [
  { name: 'graph', weight: 8, run: byGraph },
  { name: 'membership', weight: 4, run: byMembership },
  { name: 'logout', weight: 3, run: bySession(endings.logout) },
  { name: 'deactivation', weight: 3, run: bySession(endings.deactivation) },
  { name: 'password', weight: 2, run: bySession(endings.password) },
  { name: 'link', weight: 5, run: byLink },
  { name: 'rank', weight: 3, run: byRank },
]
