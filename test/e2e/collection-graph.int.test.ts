import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type CollectionWorld, collectionWorld, graphPath } from '../support/collection-world.ts'
import { collect } from '../support/events.ts'
import { projectorGate } from '../support/projector-gate.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

const gate = projectorGate()

let app: TestService
let world: CollectionWorld

beforeAll(async () => {
  app = await startTestService({
    hooks: { beforeBatch: gate.beforeBatch },
    // Shorter than usual for those who wait in vain, and long enough for all who do not.
    environment: { PROJECTION_WAIT_MS: '1500' },
  })
  world = await collectionWorld(app)
}, 60_000)

afterEach(() => gate.release())

afterAll(async () => {
  gate.release()
  await app?.stop()
})

const graph = async (query = '') => (await world.admin.get(`${graphPath}?${query}`)).body
const at = (id: number) => `/api/collection/${id}`
const head = () => app.service.adapters.eventStore.head()

describe('the graph', () => {
  test('says of every group what it may do with every shared collection', async () => {
    const { admin, readers } = world
    const shared = await world.create('Shared')
    const archived = await world.create('Archived')
    await admin.put(at(archived), { archived: true })
    const { body: user } = await admin.get('/api/user/current')
    const own = user.personal_collection_id
    const inside = await world.create('Inside mine', { parent_id: own })
    await world.open(shared, 'read')
    const { groups } = await graph()
    expect(groups[1]).toMatchObject({ root: 'none', [shared]: 'none' })
    expect(groups[2]).toMatchObject({ root: 'write', [shared]: 'write' })
    expect(groups[readers]).toMatchObject({ root: 'none', [shared]: 'read' })
    for (const levels of Object.values<object>(groups))
      for (const hidden of [archived, own, inside])
        expect(levels).not.toHaveProperty(String(hidden))
  })

  test('is the admins’ alone', async () => {
    expectRefusal(await world.reader.get(graphPath), 403, 'forbidden')
    const body = { revision: 0, groups: {} }
    expectRefusal(await world.reader.put(graphPath, body), 403, 'forbidden')
  })

  test('names its version, so that who has it need not get it again', async () => {
    const { token } = world.admin
    const get = (headers = {}) => app.call('GET', graphPath, { token, headers })
    const tag = (await get()).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"\d+(\.\d+)?"$/)
    expect(await get({ 'If-None-Match': tag })).toMatchObject({ status: 304, body: '' })
    await world.create('Another')
    const after = await get({ 'If-None-Match': tag })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(tag)
  })

  test('can be seen as it was', async () => {
    const id = await world.create('Of the past')
    const before = await graph()
    await world.open(id, 'write')
    const { revision, groups } = await graph(`as_of=${before.revision + 1}`)
    expect([revision, groups[world.readers][id]]).toEqual([before.revision + 1, 'write'])
    const earlier = await graph(`as_of=${before.revision}`)
    expect(earlier.groups[world.readers]).not.toHaveProperty(String(id))
    expect((await graph('as_of=0')).groups[1]).toEqual({ root: 'write' })
    expectRefusal(await world.admin.get(`${graphPath}?as_of=99999`), 400, 'validation')
  })
})

describe('a change', () => {
  test('touches what it names and counts as one revision, also when nothing changes', async () => {
    const id = await world.create('Changed')
    const before = await graph()
    const groups = { [world.readers]: { [id]: 'write' } }
    const changed = await world.admin.put(graphPath, { revision: before.revision, groups })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      revision: before.revision + 1,
      groups: {
        ...before.groups,
        [world.readers]: { ...before.groups[world.readers], [id]: 'write' },
      },
    })
    expect(await graph()).toEqual(changed.body)
    const again = await world.admin.put(graphPath, { revision: before.revision + 1, groups })
    expect(again.body).toEqual({ ...changed.body, revision: before.revision + 2 })
  })

  test('of any other revision than the current one is stale', async () => {
    const { revision } = await graph()
    const before = await head()
    for (const other of [revision - 1, revision + 1, 0, -1, 2 ** 40]) {
      const answer = await world.admin.put(graphPath, { revision: other, groups: {} })
      expectRefusal(answer, 409, 'stale-revision')
      expect(answer.body.revision).toBe(revision)
    }
    expect(await head()).toBe(before)
  })

  test('to what there is not, or in other words, is refused as a whole', async () => {
    const { revision } = await graph()
    const id = await world.create('Untouched')
    const before = await head()
    const good = { [world.readers]: { [id]: 'write' } }
    for (const groups of [
      { ...good, 99999: { root: 'read' } },
      { ...good, 1: { 99999: 'read' } },
      { ...good, 2: { [id]: 'read' } },
      { ...good, 1: { [id]: 'all' } },
      { ...good, 1: { [id]: null } },
      { ...good, 1: { [`0${id}`]: 'read' } },
      { ...good, 1: { '1.0': 'read' } },
      { ...good, '01': { [id]: 'read' } },
      { ...good, 1: { trash: 'read' } },
      { ...good, 1: 'read' },
      [],
      null,
    ])
      expectRefusal(await world.admin.put(graphPath, { revision, groups }), 400, 'validation')
    const raw = `{"revision":${revision},"groups":{"__proto__":{"root":"read"}}}`
    expectRefusal(await world.admin.put(graphPath, raw), 400, 'validation')
    for (const other of [undefined, null, '0', 1.5, {}])
      expectRefusal(
        await world.admin.put(graphPath, { revision: other, groups: good }),
        400,
        'validation',
      )
    expect(await head()).toBe(before)
  })

  test('says nothing about personal collections', async () => {
    const { body: user } = await world.stranger.get('/api/user/current')
    const own: number = user.personal_collection_id
    const answer = await world.say({ [world.readers]: { [own]: 'write' } })
    expect(answer.status).toBe(200)
    expectRefusal(await world.reader.get(at(own)), 403, 'forbidden')
  })

  test('can be tried out, which leaves no trace', async () => {
    const id = await world.create('Tried')
    const { revision } = await graph()
    const before = await head()
    const body = { revision, groups: { [world.readers]: { [id]: 'read' } } }
    const tried = await world.admin.put(`${graphPath}?dry_run=true`, body)
    expect(tried.body).toEqual({
      dry_run: true,
      revision,
      changes: [{ group_id: world.readers, collection_id: id, from: null, to: 'read' }],
      gains: [
        {
          user_ids: [world.readerPerson.id],
          right: 'collection',
          collection_id: id,
          from: 'none',
          to: 'read',
        },
      ],
      losses: [],
    })
    const stale = { ...body, revision: revision - 1 }
    const refused = await world.admin.put(`${graphPath}?dry_run=true`, stale)
    expectRefusal(refused, 409, 'stale-revision')
    expect(await head()).toBe(before)
  })

  test('shows in a dry run of whatever else gives or takes access', async () => {
    const id = await world.create('Tried by members')
    const { body: group } = await world.admin.post('/api/permissions/group', { name: 'Writers' })
    const said = await world.say({ 1: { [id]: 'none' }, [group.id]: { [id]: 'write' } })
    expect(said.status).toBe(200)
    const path = '/api/permissions/membership'
    const joining = { group_id: group.id, user_id: world.readerPerson.id }
    const shift = { user_ids: [world.readerPerson.id], right: 'collection', collection_id: id }
    const before = await head()
    const joined = await world.admin.post(`${path}?dry_run=true`, joining)
    const gains = [{ ...shift, from: 'none', to: 'write' }]
    expect(joined.body).toEqual({ dry_run: true, gains, losses: [] })
    expect(await head()).toBe(before)

    await world.admin.post(path, joining)
    const losses = [{ ...shift, from: 'write', to: 'none' }]
    const cleared = await world.admin.put(`${path}/${group.id}/clear?dry_run=true`)
    expect(cleared.body).toEqual({ dry_run: true, gains: [], losses })
    const gone = await world.admin.delete(`/api/permissions/group/${group.id}?dry_run=true`)
    expect(gone.body).toEqual({ dry_run: true, gains: [], losses })
    await world.admin.delete(`/api/permissions/group/${group.id}`)
  })

  test('sent again with the same key is one change', async () => {
    const { revision } = await graph()
    const put = () =>
      app.call('PUT', graphPath, {
        token: world.admin.token,
        body: { revision, groups: {} },
        headers: { 'Idempotency-Key': key },
      })
    const key = randomUUID()
    const [first, second] = [await put(), await put()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect((await graph()).revision).toBe(revision + 1)
  })

  test('of one revision by many at once succeeds for one of them', async () => {
    const levels = ['read', 'write', 'none'] as const
    const id = await world.create('Raced for')
    const first: number = (await graph()).revision
    for (let revision = first; revision < first + 8; revision++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, client) =>
          world.admin.put(graphPath, {
            revision,
            groups: { [world.readers]: { [id]: levels[client % 3] } },
            comment: `${revision} by ${client}`,
          }),
        ),
      )
      const winners = answers.filter(({ status }) => status === 200)
      expect(winners.map(({ body }) => body.revision)).toEqual([revision + 1])
      for (const answer of answers)
        if (answer !== winners[0]) expectRefusal(answer, 409, 'stale-revision')
    }
    const events = await collect(app.service.adapters.eventStore.readStream('collection-graph'))
    expect(events.map(({ data }) => (data as { revision: number }).revision)).toEqual(
      events.map((_, index) => index + 1),
    )
    expect((await graph()).revision).toBe(events.length)
  })
})

describe('while readers are behind', () => {
  test('a right that is taken away is not acknowledged until it is gone', async () => {
    const id = await world.create('Revoked')
    await world.open(id, 'read')
    expect((await world.reader.get(at(id))).status).toBe(200)
    const { revision } = await graph()
    gate.hold()
    const body = { revision, groups: { [world.readers]: { [id]: 'none' } } }
    expectRefusal(await world.admin.put(graphPath, body), 503, 'projection-lag')
    gate.release()
    expect((await world.say({})).status).toBe(200)
    expectRefusal(await world.reader.get(at(id)), 403, 'forbidden')
    expectRefusal(await world.reader.get(`${at(id)}/items`), 403, 'forbidden')
  })

  test('neither is a move to where others cannot follow, however often it is asked for', async () => {
    const id = await world.create('Taken home')
    await world.open(id, 'read')
    const { body: user } = await world.admin.get('/api/user/current')
    const move = () => world.admin.put(at(id), { parent_id: user.personal_collection_id })
    gate.hold()
    for (const _ of [1, 2]) expectRefusal(await move(), 503, 'projection-lag')
    gate.release()
    expect((await move()).status).toBe(200)
    expectRefusal(await world.reader.get(at(id)), 403, 'forbidden')
  })

  test('a new collection is answered as it will be', async () => {
    gate.hold()
    const body = { name: 'Pending', description: 'Soon' }
    const made = await world.admin.post('/api/collection', body)
    expect(made).toMatchObject({ status: 200, body: { ...body, location: '/' } })
    expect(made.headers.get('x-projection')).toBe('pending')
    gate.release()
    expect((await world.admin.get(at(made.body.id))).body).toEqual(made.body)
  })
})
