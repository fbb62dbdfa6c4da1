import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { collect } from '../support/events.ts'
import { type GraphWorld, graphWorld } from '../support/graph.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: GraphWorld

beforeAll(async () => {
  app = await startTestService()
  world = await graphWorld(app)
}, 60_000)

afterAll(() => app?.stop())

const path = '/api/permissions/graph'
const everything = { data: { schemas: 'all', native: 'write' } }
const nothing = { data: { schemas: 'none', native: 'none' } }

const get = async (query = '') => (await world.admin.get(`${path}${query}`)).body
const ask = async (table = 'orders') => {
  const { databaseId, tables, user } = world
  const query = { 'source-table': tables[table], limit: 1 }
  return (await user.post('/api/dataset', { database: databaseId, type: 'query', query })).status
}
const askSql = async () => {
  const native = { query: 'select 1' }
  const query = { database: world.databaseId, type: 'native', native }
  return (await world.user.post('/api/dataset', query)).status
}

test('the graph begins with what everybody may do with the sample', async () => {
  const { databaseId, groupId } = world
  expect(await get()).toEqual({
    revision: 0,
    groups: {
      1: { [databaseId]: { data: { schemas: 'all', native: 'none' } } },
      2: { [databaseId]: everything },
      [groupId]: {},
    },
  })
})

describe('a change of the graph', () => {
  beforeEach(async () => {
    await world.say(1, { schemas: 'none', native: 'none' })
    await world.say(world.groupId, { schemas: 'none', native: 'none' })
  })

  test('is answered with the graph as it is then, and leaves the rest as it was', async () => {
    const before = await get()
    const { status, body } = await world.say(world.groupId, { schemas: 'read' })
    const expected = {
      revision: before.revision + 1,
      groups: {
        ...before.groups,
        [world.groupId]: { [world.databaseId]: { data: { schemas: 'read', native: 'none' } } },
      },
    }
    expect([status, body]).toEqual([200, expected])
    expect(await get()).toEqual(expected)
  })

  test('is in force with its answer: the whole database, SQL, a schema, a table', async () => {
    const { groupId, tables } = world
    const say = (data: object) => world.say(groupId, data)
    const may = async () => ({ ask: await ask(), other: await ask('people'), sql: await askSql() })
    const [no, yes] = [403, 200]
    expect(await may()).toEqual({ ask: no, other: no, sql: no })
    await say({ schemas: 'all', native: 'write' })
    expect(await may()).toEqual({ ask: yes, other: yes, sql: yes })
    await say({ native: 'read' })
    expect(await may()).toEqual({ ask: yes, other: yes, sql: no })
    await say({ schemas: 'none' })
    expect(await may()).toEqual({ ask: no, other: no, sql: no })
    for (const level of ['all', 'write', 'read']) {
      await say({ schemas: { public: 'none' } })
      await say({ schemas: { public: { [tables.orders ?? 0]: level } } })
      expect(await may()).toEqual({ ask: yes, other: no, sql: no })
      await say({ schemas: { public: level } })
      expect(await may()).toEqual({ ask: yes, other: yes, sql: no })
      await say({ schemas: { public: { [tables.orders ?? 0]: 'none' } } })
      expect(await may()).toEqual({ ask: no, other: yes, sql: no })
    }
    await say({ schemas: { public: 'none' } })
    expect(await may()).toEqual({ ask: no, other: no, sql: no })
  })

  test('of one table leaves all others as they were', async () => {
    const { groupId, tables } = world
    await world.say(groupId, { schemas: 'read' })
    await world.say(groupId, { schemas: { public: 'read' } })
    expect(await world.rightsOf(groupId)).toEqual({ data: { schemas: 'read', native: 'none' } })
    await world.say(groupId, { schemas: { public: { [tables.orders ?? 0]: 'none' } } })
    const levels = Object.values(tables).map((id) => [id, id === tables.orders ? 'none' : 'read'])
    expect(await world.rightsOf(groupId)).toEqual({
      data: { schemas: { public: Object.fromEntries(levels) }, native: 'none' },
    })
    expect([await ask('orders'), await ask('people')]).toEqual([403, 200])
  })

  test('adds up with other groups: the most permissive wins', async () => {
    const { groupId, tables } = world
    await world.say(1, { schemas: { public: { [tables.people ?? 0]: 'read' } } })
    await world.say(groupId, { schemas: { public: { [tables.orders ?? 0]: 'read' } } })
    expect([await ask('orders'), await ask('people'), await ask('products')]).toEqual([
      200, 200, 403,
    ])
  })

  test('shows as `none` what was taken away', async () => {
    await world.say(world.groupId, { schemas: 'all' })
    await world.say(world.groupId, { schemas: 'none' })
    expect(await world.rightsOf(world.groupId)).toEqual(nothing)
  })

  test('may come with more than is known of here', async () => {
    const { groupId, databaseId } = world
    const data = { schemas: 'read', native: 'none', more: 1 }
    const { status, body } = await world.admin.put(`${path}?force=true&skip-graph=true`, {
      revision: await world.revision(),
      groups: { [groupId]: { [databaseId]: { data, download: { schemas: 'full' } } } },
      sandboxes: [],
    })
    expect(status).toBe(200)
    expect(body.groups[groupId][databaseId]).toEqual({ data: { schemas: 'read', native: 'none' } })
  })

  test('counts also when nothing changes, and says so in the log', async () => {
    const revision = await world.revision()
    const answer = await world.admin.put(path, { revision, groups: {}, comment: 'As agreed' })
    expect(answer).toMatchObject({ status: 200, body: { revision: revision + 1 } })
    const stream = app.service.adapters.eventStore.readStream('permissions-graph')
    expect((await collect(stream)).at(-1)).toMatchObject({
      type: 'PermissionsGraphRevised',
      data: { revision: revision + 1, changes: [], comment: 'As agreed', revertedTo: null },
    })
  })

  test('takes back the whole graph as it was read', async () => {
    const graph = await get()
    const { status, body } = await world.admin.put(path, graph)
    expect([status, body]).toEqual([200, { ...graph, revision: graph.revision + 1 }])
  })

  test('is the same once more under the same key, however late', async () => {
    const { groupId, databaseId } = world
    const [revision, token] = [await world.revision(), world.admin.token]
    const groups = { [groupId]: { [databaseId]: { data: { schemas: 'read' } } } }
    const headers = { 'Idempotency-Key': 'one-change' }
    const put = () => app.call('PUT', path, { token, headers, body: { revision, groups } })
    const first = await put()
    await world.say(groupId, { schemas: 'all' })
    const again = await put()
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await world.revision()).toBe(revision + 2)
  })
})

describe('groups and databases that come and go', () => {
  test('leave the revision alone and the graph without them', async () => {
    const { admin, databaseId } = world
    const revision = await world.revision()
    const { body: group } = await admin.post('/api/permissions/group', { name: 'For a while' })
    expect((await get()).groups[group.id]).toEqual({})
    const put = await admin.put(path, {
      revision,
      groups: { [group.id]: { [databaseId]: { data: { schemas: 'read' } } } },
    })
    expect([put.status, put.body.revision]).toEqual([200, revision + 1])
    expect(put.body.groups[group.id]).toEqual({
      [databaseId]: { data: { schemas: 'read', native: 'none' } },
    })
    expect((await admin.delete(`/api/permissions/group/${group.id}`)).status).toBe(204)
    const after = await get()
    expect([after.revision, after.groups[group.id]]).toEqual([revision + 1, undefined])
    expect((await admin.get(`${path}/group/${group.id}`)).status).toBe(404)
    expect((await admin.get(`${path}/group/${group.id}?as_of=${revision + 1}`)).status).toBe(200)
  })
})

describe('the graph can be had', () => {
  test('of one group, one database, or both', async () => {
    const { groupId, databaseId, admin } = world
    const { revision, groups } = await get()
    const ofGroup = { revision, groups: { [groupId]: groups[groupId] } }
    const ofDatabase = {
      revision,
      groups: Object.fromEntries(
        Object.entries<Record<number, unknown>>(groups).map(([id, its]) => [
          id,
          its[databaseId] ? { [databaseId]: its[databaseId] } : {},
        ]),
      ),
    }
    expect(await get(`?group_id=${groupId}`)).toEqual(ofGroup)
    expect((await admin.get(`${path}/group/${groupId}`)).body).toEqual(ofGroup)
    expect(await get(`?database_id=${databaseId}`)).toEqual(ofDatabase)
    expect((await admin.get(`${path}/db/${databaseId}`)).body).toEqual(ofDatabase)
    expect(await get(`?database_id=${databaseId}&group_id=2`)).toEqual({
      revision,
      groups: { 2: { [databaseId]: everything } },
    })
  })

  test.each(['?group_id=99', '?database_id=99', '/group/99', '/db/99'])(
    'of nothing there is not: %s',
    async (rest) => {
      const { status, body } = await world.admin.get(path + rest)
      expect([status, body.code]).toEqual([404, 'not-found'])
    },
  )

  test('as it was after any revision and at any time', async () => {
    const { groupId, databaseId } = world
    const seen = []
    for (const schemas of ['read', 'all', { public: 'read' }, 'none']) {
      seen.push((await world.say(groupId, { schemas })).body as { revision: number })
    }
    for (const graph of seen) expect(await get(`?as_of=${graph.revision}`)).toEqual(graph)
    const { recordedAt } = (
      await collect(app.service.adapters.eventStore.readStream('permissions-graph'))
    )[(seen[1]?.revision ?? 0) - 1] ?? { recordedAt: '' }
    const at = await get(`?as_of=${recordedAt}&group_id=${groupId}&database_id=${databaseId}`)
    expect(at.revision).toBeGreaterThanOrEqual(seen[1]?.revision ?? 0)
    expect(await get(`?as_of=${encodeURIComponent('2099-01-01T00:00:00+02:00')}`)).toEqual(
      await get(),
    )
    expect(await get('?as_of=2001-01-01')).toEqual({ revision: 0, groups: {} })
    expect((await get('?as_of=0')).revision).toBe(0)
  })

  test.each(['9999', '-1', 'now', '2026-02-30', '2026-01-01T00:00:00', ''])(
    'not as of %j',
    async (asOf) => {
      const { status, body } = await world.admin.get(`${path}?as_of=${asOf}`)
      expect([status, Object.keys(body.errors)]).toEqual([400, ['as_of']])
    },
  )
})

describe('whoever has the graph', () => {
  const read = (tag: string | undefined, rest = '') =>
    app.call('GET', path + rest, {
      token: world.admin.token,
      headers: tag === undefined ? {} : { 'If-None-Match': tag },
    })

  test('is told that it has not changed, until it has', async () => {
    await world.say(world.groupId, { schemas: 'read' })
    const first = await read(undefined)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toBe(`"${first.body.revision}"`)
    for (const named of [tag, `W/${tag}`, `"0", ${tag}`, '*']) {
      const again = await read(named)
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
      expect(again.headers.get('content-type')).toBeNull()
      expect(again.headers.get('x-rate-limit-limit')).toMatch(/^\d+$/)
    }
    expect((await read(tag, `/group/${world.groupId}`)).status).toBe(304)
    expect((await read('"0"')).status).toBe(200)
    await world.say(world.groupId, { schemas: 'none' })
    expect((await read(tag)).status).toBe(200)
    expect((await read(tag, `?as_of=${first.body.revision}`)).status).toBe(304)
  })

  test('hears of groups as well', async () => {
    const tag = (await read(undefined)).headers.get('etag') ?? ''
    await world.admin.post('/api/permissions/group', { name: 'Newcomers' })
    const after = await read(tag)
    expect([after.status, after.headers.get('etag')]).not.toEqual([304, tag])
    expect((await read(after.headers.get('etag') ?? '')).status).toBe(304)
  })
})

describe('a change can be tried out', () => {
  const trial = async (groups: object) =>
    world.admin.put(`${path}?dry_run=true`, { revision: await world.revision(), groups })

  test('and tells what it would change for whom, without doing it', async () => {
    const { groupId, databaseId, person } = world
    await world.say(1, { schemas: 'none', native: 'none' })
    await world.say(groupId, { schemas: 'all', native: 'write' })
    const before = await get()
    const head = await app.service.adapters.eventStore.head()
    const cell = { group_id: groupId, database_id: databaseId }
    const effect = { user_ids: [person.id], database_id: databaseId }
    expect(
      await trial({
        [groupId]: { [databaseId]: { data: { schemas: { public: 'read' }, native: 'none' } } },
      }),
    ).toMatchObject({
      status: 200,
      body: {
        dry_run: true,
        revision: before.revision,
        changes: [
          { ...cell, right: 'data', from: 'all', to: null },
          { ...cell, right: 'data', schema: 'public', from: null, to: 'read' },
          { ...cell, right: 'native', from: 'write', to: 'none' },
        ],
        gains: [],
        losses: [
          { ...effect, right: 'data', from: 'all', to: 'none', except: [{ schema: 'public' }] },
          { ...effect, right: 'data', schema: 'public', from: 'all', to: 'read' },
          { ...effect, right: 'native', from: 'write', to: 'none' },
        ],
      },
    })
    expect(await get()).toEqual(before)
    expect(await app.service.adapters.eventStore.head()).toBe(head)
    expect(await askSql()).toBe(200)
  })

  test('and is refused where the change would be', async () => {
    const { groupId, databaseId, admin } = world
    const wrong = { [groupId]: { [databaseId]: { data: { schemas: 'none', native: 'write' } } } }
    expect((await trial(wrong)).status).toBe(400)
    const revision = await world.revision()
    for (const stale of [revision - 1, revision + 1]) {
      const answer = await admin.put(`${path}?dry_run=true`, { revision: stale, groups: {} })
      expect(answer).toMatchObject({ status: 409, body: { code: 'stale-revision', revision } })
    }
  })
})

test('each change of a cell begins where the one before it ended, reverts among them', async () => {
  const { admin, groupId, databaseId } = world
  const { body: group } = await admin.post('/api/permissions/group', { name: 'Back and forth' })
  await world.say(group.id, { schemas: { public: 'read' } })
  for (const to_revision of [0, 2, 1, 0]) {
    const revision = await world.revision()
    const reverted = await admin.post(`${path}/revert`, { revision, to_revision })
    expect(reverted.status).toBe(200)
    await world.say(group.id, { schemas: to_revision === 2 ? { public: 'all' } : 'read' })
    await world.say(groupId, { native: 'none' })
  }
  const stream = app.service.adapters.eventStore.readStream('permissions-graph')
  const last = new Map([
    [JSON.stringify({ group: 1, database: databaseId, right: 'data' }), 'all'],
    [JSON.stringify({ group: 1, database: databaseId, right: 'native' }), 'none'],
  ])
  for await (const { data } of stream)
    for (const { from, to, ...cell } of (data as { changes: Record<string, never>[] }).changes) {
      const { group: of, database, right, schema, table } = cell
      const key = JSON.stringify({ group: of, database, right, schema, table })
      expect({ cell, from }).toEqual({ cell, from: last.get(key) ?? null })
      last.set(key, to as never)
    }
})

test('the past outlives the database it is about', async () => {
  const { admin, databaseId, groupId, person, tables } = world
  const table = tables.orders ?? 0
  await world.say(groupId, { schemas: 'none' })
  const { revision } = (await world.say(groupId, { schemas: { public: { [table]: 'read' } } })).body
  const told = async () => {
    const about = `table_id=${table}&as_of=${revision}`
    const answers = await Promise.all(
      [
        `explain?user_id=${person.id}&${about}`,
        `who-can?${about}`,
        `report?group_id=${groupId}&as_of=${revision}`,
        `graph/history?from=${revision}&to=${revision}`,
        `graph/diff?from=${revision - 1}&to=${revision}`,
        `graph?as_of=${revision}`,
      ].map((rest) => admin.get(`/api/permissions/${rest}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return answers.map(({ body }) => body)
  }
  const before = await told()
  expect(before[0]).toMatchObject({ allowed: true, resource: { name: 'table orders' } })
  expect((await admin.delete(`/api/database/${databaseId}`)).status).toBe(204)
  expect(await told()).toEqual(before)
  const now = await admin.get(`/api/permissions/explain?user_id=${person.id}&table_id=${table}`)
  expect(now).toMatchObject({ status: 404, body: { message: 'Table not found.' } })
})
