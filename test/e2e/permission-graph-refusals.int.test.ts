import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GraphWorld, graphWorld } from '../support/graph.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: GraphWorld

beforeAll(async () => {
  app = await startTestService()
  world = await graphWorld(app)
  for (const schemas of ['read', 'all']) await world.say(world.groupId, { schemas })
  await quiet(app)
}, 60_000)

afterAll(() => app?.stop())

const path = '/api/permissions/graph'
const graph = async () => (await world.admin.get(path)).body

/** Whatever is refused leaves the graph and the log as they were. */
const refused = async (body: unknown, status: number, code: string) => {
  const { eventStore } = app.service.adapters
  const [before, head] = [await graph(), await eventStore.head()]
  const answer = await world.admin.put(path, body)
  expectRefusal(answer, status, code)
  expect(await graph()).toEqual(before)
  expect(await eventStore.head()).toBe(head)
  return answer
}

const invalid = async (groups: unknown) =>
  refused({ revision: await world.revision(), groups }, 400, 'validation')

/** About the sample database and the group of analysts, beside a change that would be fine. */
const about = (data: unknown) => ({
  1: { [world.databaseId]: { data: { schemas: 'none' } } },
  [world.groupId]: { [world.databaseId]: { data } },
})

describe('nothing of a change is done when it', () => {
  test.each([
    ['an unknown level', { schemas: 'admin' }],
    ['an unknown level of SQL', { native: 'all' }],
    ['a level that is null', { schemas: null }],
    ['a level that is a number', { schemas: 1 }],
    ['an unknown level of a schema', { schemas: { public: 'limited' } }],
    ['an unknown level of a table', { schemas: { public: { 1: 'segmented' } } }],
    ['a list of schemas', { schemas: ['public'] }],
    ['a schema called *', { schemas: { '*': 'all' } }],
    ['a table called 01', { schemas: { public: { '01': 'all' } } }],
    ['a table by its name', { schemas: { public: { orders: 'all' } } }],
    ['SQL without the tables', { schemas: 'none', native: 'write' }],
    ['SQL with less than all', { schemas: { public: 'read' }, native: 'write' }],
    ['a schema there is not', { schemas: { nope: 'all' } }],
    ['a table in a schema there is not', { schemas: { nope: { 1: 'none' } } }],
    ['SQL with `write` on all', { schemas: 'write', native: 'write' }],
  ])('names %s', async (_, data) => {
    await invalid(about(data))
  })

  test.each([
    '01',
    '1.0',
    '1e0',
    '0',
    '-1',
    ' 1',
    '+1',
    'all',
    '2147483648',
    '9007199254740993',
    '',
  ])('names a group or a database %j', async (key) => {
    await invalid({ [key]: {} })
    await invalid({ [world.groupId]: { [key]: {} } })
  })

  test('names a group or a database there is not', async () => {
    const { body } = await invalid({ ...about({}), 99: {} })
    expect(body.errors).toEqual({ 'groups.99': 'There is no group 99.' })
    await invalid({ [world.groupId]: { 99: { data: { schemas: 'all' } } } })
  })

  test('gives to Administrators, or takes from them', async () => {
    const { databaseId } = world
    for (const data of [{ schemas: 'none' }, { native: 'none' }, { schemas: { public: 'read' } }])
      await invalid({ 2: { [databaseId]: { data } } })
    const same = { 2: { [databaseId]: { data: { schemas: 'all', native: 'write' } } } }
    const answer = await world.admin.put(path, { revision: await world.revision(), groups: same })
    expect(answer.status).toBe(200)
  })

  test('names a table that is not there, or is elsewhere', async () => {
    const { tables } = world
    for (const schemas of [
      { public: { 99999: 'all' } },
      { other: { [tables.orders ?? 0]: 'all' } },
    ])
      await invalid(about({ schemas }))
  })

  test('leaves SQL to a group that loses its tables', async () => {
    await world.say(world.groupId, { schemas: 'all', native: 'write' })
    await invalid(about({ schemas: 'read' }))
    await invalid(about({ schemas: { public: 'read' } }))
  })

  test('names `__proto__`', async () => {
    const revision = await world.revision()
    const id = world.groupId
    for (const groups of [
      `{"__proto__": {}}`,
      `{"${id}": {"__proto__": {}}}`,
      `{"${id}": {"${world.databaseId}": {"data": {"schemas": {"__proto__": "all"}}}}}`,
    ]) {
      const { token } = world.admin
      const body = `{"revision": ${revision}, "groups": ${groups}}`
      expectRefusal(await app.call('PUT', path, { token, body }), 400, 'validation')
    }
    expect(await world.revision()).toBe(revision)
  })

  test('is not an object of groups, or has no revision', async () => {
    const revision = await world.revision()
    for (const body of [
      { revision },
      { revision, groups: [] },
      { revision, groups: null },
      { revision, groups: { [world.groupId]: [] } },
      { groups: {} },
      { revision: String(revision), groups: {} },
      { revision: revision + 0.5, groups: {} },
      { revision: null, groups: {} },
      { revision, groups: {}, comment: 7 },
      { revision, groups: {}, comment: 'x'.repeat(2_001) },
    ])
      await refused(body, 400, 'validation')
  })
})

test('a change of another revision than the current one is stale, and told which that is', async () => {
  const revision = await world.revision()
  for (const other of [0, revision - 1, revision + 1, revision + 1_000_000, -1]) {
    const { body } = await refused({ revision: other, groups: {} }, 409, 'stale-revision')
    expect(body.revision).toBe(revision)
  }
})

test('a body over 1 MiB is too large', async () => {
  const revision = await world.revision()
  await refused(
    { revision, groups: {}, padding: 'x'.repeat(1024 * 1024) },
    413,
    'payload-too-large',
  )
})

test('a change of more cells than a revision holds is too large', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 9_000 }, (_, index) => [`a_schema_of_some_length_${index}`, 'read']),
  )
  await refused(
    { revision: await world.revision(), groups: about({ schemas, native: 'none' }) },
    413,
    'payload-too-large',
  )
})

test('a graph with rights on single tables can be sent back as it is', async () => {
  const { groupId, tables } = world
  await world.say(groupId, {
    schemas: { public: { [tables.orders ?? 0]: 'read' } },
    native: 'none',
  })
  const said = await graph()
  expect((await world.admin.put(path, said)).status).toBe(200)
  expect((await world.say(groupId, { schemas: 'none' })).status).toBe(200)
})

test('it is for admins alone', async () => {
  for (const rest of ['', '/db/1', '/group/1'])
    expectRefusal(await world.user.get(path + rest), 403, 'forbidden')
  expectRefusal(await world.user.put(path, { revision: 0, groups: {} }), 403, 'forbidden')
})
