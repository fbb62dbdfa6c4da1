import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Service } from '../../infra/main/service.ts'
import type { Caller } from '../support/caller.ts'
import { type Customer, openCustomer } from '../support/customers.ts'
import { type GraphWorld, graphWorld } from '../support/graph.ts'
import { createPerson, enter, type Person, somePassword } from '../support/people.ts'
import { projectorGate } from '../support/projector-gate.ts'
import { expectRefusal } from '../support/refusals.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const gate = projectorGate()

let app: TestService
let twin: Service
let world: GraphWorld
let customer: Customer

beforeAll(async () => {
  app = await startTestService({
    hooks: { beforeBatch: gate.beforeBatch },
    environment: { PROJECTION_WAIT_MS: '300' },
  })
  customer = await openCustomer('mysql')
  await customer.run('create table one (n int primary key)')
  world = await graphWorld(app)
  await world.say(1, { schemas: 'none', native: 'none' })
  await world.say(world.groupId, { schemas: 'all', native: 'none' })
  twin = await app.startTwin()
}, 60_000)

afterEach(() => gate.release())

afterAll(async () => {
  gate.release()
  await app?.stop()
  await customer?.close()
}, 30_000)

/** What a session is answered at an address, by each process. */
const asked = async (who: Caller, path: string): Promise<readonly number[]> => {
  const headers = { 'X-Service-Session': who.token }
  const answers = await Promise.all(
    [app.url, twin.url].map((url) => fetch(`${url}${path}`, { headers })),
  )
  return answers.map(({ status }) => status)
}

/** Somebody with a right, what shows that they have it, and how an admin takes it away. */
type Loss = {
  readonly who: Caller
  readonly path: string
  readonly take: () => Promise<Answer>
  readonly without: number
}

const orders = () => `/api/table/${world.tables.orders}`

const newPerson = async (more: object = {}): Promise<{ person: Person; who: Caller }> => {
  const person = await createPerson(world.admin, more)
  return { person, who: await enter(app, person) }
}

/** A group of its own that may ask the sample database, and its one member. */
const newGroup = async () => {
  const { person, who } = await newPerson()
  const name = `The group of ${person.email}`
  const { body: group } = await world.admin.post('/api/permissions/group', { name })
  const member = { group_id: group.id, user_id: person.id }
  const { body: members } = await world.admin.post('/api/permissions/membership', member)
  await world.say(group.id, { schemas: 'all' })
  const membershipId: number = members[0].membership_id
  return { person, who, groupId: group.id as number, membershipId }
}

/** A saved question where everybody may read it, and somebody who does. */
const newQuestion = async () => {
  const { who } = await newPerson()
  const query = { 'source-table': world.tables.orders, limit: 1 }
  const { body } = await world.admin.post('/api/card', {
    name: 'Orders',
    display: 'table',
    visualization_settings: {},
    dataset_query: { database: world.databaseId, type: 'query', query },
  })
  return { who, path: `/api/card/${body.id}` }
}

const losses: readonly (readonly [string, () => Promise<Loss>])[] = [
  [
    'a membership, by its removal',
    async () => {
      const { who, membershipId } = await newGroup()
      const take = () => world.admin.delete(`/api/permissions/membership/${membershipId}`)
      return { who, path: orders(), take, without: 403 }
    },
  ],
  [
    'a membership, by a change of the user',
    async () => {
      const { who, person } = await newGroup()
      const take = () => world.admin.put(`/api/user/${person.id}`, { group_ids: [1] })
      return { who, path: orders(), take, without: 403 }
    },
  ],
  [
    'a group, by its deletion',
    async () => {
      const { who, groupId } = await newGroup()
      const take = () => world.admin.delete(`/api/permissions/group/${groupId}`)
      return { who, path: orders(), take, without: 403 }
    },
  ],
  [
    'a group, by its clearing',
    async () => {
      const { who, groupId } = await newGroup()
      const take = () => world.admin.put(`/api/permissions/membership/${groupId}/clear`)
      return { who, path: orders(), take, without: 403 }
    },
  ],
  [
    'the account, by deactivation',
    async () => {
      const { who, person } = await newPerson()
      const take = () => world.admin.delete(`/api/user/${person.id}`)
      return { who, path: '/api/user/current', take, without: 401 }
    },
  ],
  [
    'admin rights, by a change of the user',
    async () => {
      const { who, person } = await newPerson({ group_ids: [2] })
      const take = () => world.admin.put(`/api/user/${person.id}`, { is_superuser: false })
      return { who, path: '/api/permissions/graph', take, without: 403 }
    },
  ],
  [
    'admin rights, by leaving Administrators',
    async () => {
      const { who, person } = await newPerson({ group_ids: [2] })
      const { body } = await world.admin.get('/api/permissions/membership')
      const mine = body[person.id].find((it: { group_id: number }) => it.group_id === 2)
      const take = () => world.admin.delete(`/api/permissions/membership/${mine.id}`)
      return { who, path: '/api/permissions/graph', take, without: 403 }
    },
  ],
  [
    'SQL, by the graph',
    async () => {
      const { who, groupId } = await newGroup()
      await world.say(groupId, { schemas: 'all', native: 'write' })
      const take = () => world.say(groupId, { schemas: 'none', native: 'none' })
      return { who, path: orders(), take, without: 403 }
    },
  ],
  [
    'the graph as it was, by going back',
    async () => {
      const to_revision = await world.revision()
      const { who } = await newGroup()
      const take = async () =>
        world.admin.post('/api/permissions/graph/revert', {
          to_revision,
          revision: await world.revision(),
        })
      return { who, path: orders(), take, without: 403 }
    },
  ],
  [
    'a collection, by its deletion',
    async () => {
      const { who, person } = await newPerson()
      const { body } = await world.admin.post('/api/collection', { name: `For ${person.email}` })
      const path = `/api/collection/${body.id}`
      await world.admin.put(path, { archived: true })
      return { who, path, take: () => world.admin.delete(path), without: 404 }
    },
  ],
  [
    'a question, by its move out of reach',
    async () => {
      const { who, path } = await newQuestion()
      const { body: user } = await world.admin.get('/api/user/current')
      const move = { collection_id: user.personal_collection_id }
      return { who, path, take: () => world.admin.put(path, move), without: 403 }
    },
  ],
  [
    'a question, by its deletion',
    async () => {
      const { who, path } = await newQuestion()
      return { who, path, take: () => world.admin.delete(path), without: 404 }
    },
  ],
  [
    'a database, by its deletion',
    async () => {
      const databaseId = await world.admin.connect(customer)
      await world.admin.synced(databaseId)
      const { who, groupId } = await newGroup()
      const revision = await world.revision()
      const groups = { [groupId]: { [databaseId]: { data: { schemas: 'all' } } } }
      await world.admin.put('/api/permissions/graph', { revision, groups })
      const { tables } = (await world.admin.get(`/api/database/${databaseId}/metadata`)).body
      const take = () => world.admin.delete(`/api/database/${databaseId}`)
      return { who, path: `/api/table/${tables[0].id}`, take, without: 404 }
    },
  ],
]

describe.each(losses)('whoever loses %s', (_, prepare) => {
  test('has lost it with the answer, on any process, or there is no such answer', async () => {
    const { who, path, take, without } = await prepare()
    expect(await asked(who, path)).toEqual([200, 200])
    gate.hold()
    // Once is not enough: that it is so already must not be heard too early either.
    for (const _again of [1, 2]) expectRefusal(await take(), 503, 'projection-lag')
    gate.release()
    const done = await until(take, ({ status }) => status !== 503)
    expect(done.status).toBeLessThan(500)
    expect(await asked(who, path)).toEqual([without, without])
  })

  test('has lost it with the answer also when the projector dawdles', async () => {
    const { who, path, take, without } = await prepare()
    expect(await asked(who, path)).toEqual([200, 200])
    gate.slowDown(450)
    try {
      const done = await until(take, ({ status }) => status !== 503)
      expect(done.status).toBeLessThan(500)
      expect(await asked(who, path)).toEqual([without, without])
    } finally {
      gate.slowDown(0)
    }
  })
})

describe('whoever loses a session', () => {
  const ways: readonly (readonly [string, (who: Caller, person: Person) => Promise<Answer>])[] = [
    ['by a logout', (who) => who.delete('/api/session')],
    [
      'by a change of the password',
      (_, { id }) =>
        world.admin.put(`/api/user/${id}/password`, { new_password: `${somePassword}, another` }),
    ],
  ]

  test.each(ways)('%s has lost it at once, whatever readers know', async (_, end) => {
    const { who, person } = await newPerson()
    expect(await asked(who, '/api/user/current')).toEqual([200, 200])
    gate.hold()
    expect((await end(who, person)).status).toBeLessThan(300)
    expect(await asked(who, '/api/user/current')).toEqual([401, 401])
  })
})
