import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { collectionRightsAt } from '../../shared/permissions/collection-rights.ts'
import type { Caller } from '../support/caller.ts'
import { type CollectionWorld, collectionWorld } from '../support/collection-world.ts'
import { createPerson, enter } from '../support/people.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CollectionWorld

beforeAll(async () => {
  app = await startTestService()
  world = await collectionWorld(app)
}, 60_000)

afterAll(() => app?.stop())

type Shown = { id: number | 'root'; name: string; can_write: boolean; children: Shown[] }

const at = (id: number | string) => `/api/collection/${id}`
const ids = (list: readonly { id: unknown }[]) => list.map(({ id }) => id)
const listOf = async (caller: Caller, query = ''): Promise<Shown[]> =>
  (await caller.get(`/api/collection?${query}`)).body
const itemsOf = async (caller: Caller, id: number | 'root', query = '') =>
  (await caller.get(`${at(id)}/items?${query}`)).body
const ownOf = async (caller: Caller): Promise<number> =>
  (await caller.get('/api/user/current')).body.personal_collection_id

describe('a personal collection', () => {
  test('is named after its owner, also when they are called otherwise', async () => {
    const { admin, reader, readerPerson } = world
    const id = await ownOf(reader)
    const { body: user } = await admin.get(`/api/user/${readerPerson.id}`)
    expect((await reader.get(at(id))).body).toMatchObject({
      id,
      name: `${user.common_name}'s Personal Collection`,
      personal_owner_id: readerPerson.id,
      location: '/',
      parent_id: null,
      can_write: true,
    })
    await admin.put(`/api/user/${readerPerson.id}`, { first_name: 'Zoë', last_name: 'Reader' })
    expect((await reader.get(at(id))).body).toMatchObject({
      name: "Zoë Reader's Personal Collection",
      slug: 'zoe_reader_s_personal_collection',
    })
  })

  test('is its owner’s and the admins’ alone, with all that is in it', async () => {
    const { admin, reader, stranger } = world
    const own = await ownOf(reader)
    const made = await reader.post('/api/collection', { name: 'Mine', parent_id: own })
    expect(made).toMatchObject({ status: 200, body: { location: `/${own}/`, can_write: true } })
    for (const id of [own, made.body.id]) {
      for (const path of [at(id), `${at(id)}/items`]) {
        expect((await reader.get(path)).status).toBe(200)
        expect((await admin.get(path)).status).toBe(200)
        expectRefusal(await stranger.get(path), 403, 'forbidden')
      }
      expectRefusal(await stranger.put(at(id), { description: 'Yours' }), 403, 'forbidden')
    }
    const inside = { name: 'Not yours', parent_id: own }
    expectRefusal(await stranger.post('/api/collection', inside), 403, 'forbidden')
    expect(ids(await listOf(stranger))).toEqual([await ownOf(stranger)])
    expect(ids(await listOf(admin))).toContain(made.body.id)
    expect(ids(await listOf(admin, 'exclude-other-user-collections=true'))).not.toContain(own)
    expect(ids((await itemsOf(admin, 'root')).data)).not.toContain(own)
    expect(ids((await itemsOf(reader, 'root')).data)).toContain(own)
  })

  test('cannot be moved, archived, deleted or renamed', async () => {
    const { admin } = world
    const own = await ownOf(admin)
    const elsewhere = await world.create('Elsewhere')
    for (const body of [{ archived: true }, { parent_id: elsewhere }, { name: 'Other' }])
      expectRefusal(await admin.put(at(own), body), 400, 'validation')
    expectRefusal(await admin.delete(at(own)), 400, 'validation')
    const described = await admin.put(at(own), { description: 'Drafts', archived: false })
    expect(described).toMatchObject({ status: 200, body: { description: 'Drafts' } })
  })

  test('comes with the user, and stays when they go', async () => {
    const { admin } = world
    const person = await createPerson(admin)
    const theirs = (await listOf(admin)).find(
      (it) => 'personal_owner_id' in it && it.personal_owner_id === person.id,
    )
    expect(await ownOf(await enter(app, person))).toBe(theirs?.id)
    await admin.delete(`/api/user/${person.id}`)
    expect((await admin.get(at(theirs?.id ?? 0))).status).toBe(200)
  })

  test('is where everybody may keep something', async () => {
    const { body } = await world.stranger.get('/api/user/current')
    expect(body.can_write_any_collection).toBe(true)
  })
})

describe('a shared collection', () => {
  test('is there for those whose group may read it, and for nobody else', async () => {
    const { reader, stranger } = world
    const id = await world.create('For readers')
    for (const caller of [reader, stranger])
      expectRefusal(await caller.get(at(id)), 403, 'forbidden')
    await world.open(id, 'read')
    expect(await reader.get(at(id))).toMatchObject({ status: 200, body: { can_write: false } })
    expectRefusal(await stranger.get(at(id)), 403, 'forbidden')
    expect(ids(await listOf(reader))).toContain(id)
    expect(ids(await listOf(stranger))).not.toContain(id)
    for (const write of [
      () => reader.put(at(id), { name: 'Renamed' }),
      () => reader.put(at(id), { archived: true }),
      () => reader.delete(at(id)),
      () => reader.post('/api/collection', { name: 'Inside', parent_id: id }),
    ])
      expectRefusal(await write(), 403, 'forbidden')
    await world.open(id, 'write')
    const renamed = await reader.put(at(id), { name: 'Renamed', description: 'By a reader' })
    expect(renamed.body).toMatchObject({ name: 'Renamed', description: 'By a reader' })
    expect((await reader.get(at(id))).body).toEqual(renamed.body)
  })

  test('starts with what groups may do with its parent, and then goes its own way', async () => {
    const { reader, admin, readers } = world
    const parent = await world.create('Parent')
    await world.open(parent, 'write')
    const child = await reader.post('/api/collection', { name: 'Child', parent_id: parent })
    expect(child).toMatchObject({ status: 200, body: { can_write: true, parent_id: parent } })
    await world.open(parent, 'none')
    expectRefusal(await reader.get(at(parent)), 403, 'forbidden')
    const { body } = await reader.get(at(child.body.id))
    expect(body).toMatchObject({ location: `/${parent}/`, effective_location: '/' })
    expect(body.effective_ancestors).toEqual([])
    expect(ids((await itemsOf(reader, 'root')).data)).toContain(child.body.id)
    expect(ids(await listTree(reader))).toContain(child.body.id)
    const { body: graph } = await admin.get('/api/collection/graph')
    expect(graph.groups[readers]).toMatchObject({ [parent]: 'none', [child.body.id]: 'write' })
  })

  test('can be made official by an admin only', async () => {
    const id = await world.create('Official', { authority_level: 'official' })
    await world.open(id, 'write')
    const { reader } = world
    expect((await reader.get(at(id))).body.authority_level).toBe('official')
    expectRefusal(await reader.put(at(id), { authority_level: null }), 403, 'forbidden')
    const same = await reader.put(at(id), { authority_level: 'official', description: 'Figures' })
    expect(same.body).toMatchObject({ authority_level: 'official', description: 'Figures' })
  })
})

const listTree = async (caller: Caller, query = ''): Promise<Shown[]> =>
  (await caller.get(`/api/collection/tree?${query}`)).body

describe('the root', () => {
  test('is first among those who may read it', async () => {
    const { admin, reader } = world
    const [first] = await listOf(admin)
    expect(first).toEqual((await admin.get('/api/collection/root')).body)
    expect(first).toMatchObject({ id: 'root', name: 'Our analytics', can_write: true })
    expect(ids(await listOf(admin, 'archived=true'))).not.toContain('root')
    expectRefusal(await reader.get('/api/collection/root'), 403, 'forbidden')
    expectRefusal(await reader.post('/api/collection', { name: 'Mine' }), 403, 'forbidden')
    await world.open('root', 'read')
    expect((await listOf(reader))[0]).toMatchObject({ id: 'root', can_write: false })
    await world.open('root', 'none')
  })

  test('leads the way to what is in it', async () => {
    const outer = await world.create('Outer')
    const inner = await world.create('Inner', { parent_id: outer })
    const { body } = await world.admin.get(at(inner))
    expect(ids(body.effective_ancestors)).toEqual(['root', outer])
    expect(body).toMatchObject({ location: `/${outer}/`, effective_location: `/${outer}/` })
  })
})

describe('what is in a collection', () => {
  test('comes in pages, in the order that is asked for', async () => {
    const { admin } = world
    const shelf = await world.create('Shelf')
    const names = ['beta', 'Alpha', 'Émile', 'delta']
    const made: number[] = []
    for (const name of names) made.push(await world.create(name, { parent_id: shelf }))
    const all = await itemsOf(admin, shelf)
    expect(all.data.map(({ name }: Shown) => name)).toEqual(['Alpha', 'beta', 'delta', 'Émile'])
    expect(all).toMatchObject({ total: 4, limit: null, offset: 0 })
    expect(all.models).toEqual(['collection', 'dashboard', 'card', 'dataset', 'metric'])
    expect(all.data[0]).toMatchObject({ model: 'collection', collection_id: shelf })
    const page = await itemsOf(admin, shelf, 'limit=2&offset=1&sort_direction=desc')
    expect(page.data.map(({ name }: Shown) => name)).toEqual(['delta', 'beta'])
    expect(page).toMatchObject({ total: 4, limit: 2, offset: 1 })
    const oldest = await itemsOf(admin, shelf, 'sort_column=created_at')
    expect(ids(oldest.data)).toEqual(made)
    expect(await itemsOf(admin, shelf, 'models=dashboard')).toMatchObject({ data: [], total: 0 })
    const several = await itemsOf(admin, shelf, 'models=card&models=collection')
    expect(several).toMatchObject({ total: 4, models: ['card', 'collection'] })
    for (const query of ['sort_column=colour', 'models=shoe', 'limit=-1', 'archived=maybe'])
      expectRefusal(await admin.get(`${at(shelf)}/items?${query}`), 400, 'validation')
  })

  test('is nobody’s who may not read the collection', async () => {
    const id = await world.create('Closed')
    expectRefusal(await world.stranger.get(`${at(id)}/items`), 403, 'forbidden')
  })
})

describe('the tree', () => {
  test('holds each collection inside the nearest one the caller sees', async () => {
    const { admin, reader } = world
    const outer = await world.create('Tree')
    const hidden = await world.create('Hidden', { parent_id: outer })
    const inner = await world.create('Leaf', { parent_id: hidden })
    for (const id of [outer, inner]) await world.open(id, 'read')
    const nodeOf = async (caller: Caller) => (await listTree(caller)).find(({ id }) => id === outer)
    expect(await nodeOf(admin)).toMatchObject({
      children: [{ id: hidden, children: [{ id: inner, children: [] }] }],
    })
    expect((await nodeOf(reader))?.children).toMatchObject([{ id: inner, children: [] }])
    expect((await reader.get(at(inner))).body.effective_ancestors).toMatchObject([{ id: outer }])
  })
})

describe('archiving', () => {
  test('takes along what is inside and brings back just that', async () => {
    const { admin } = world
    const outer = await world.create('Box')
    const inner = await world.create('Inner box', { parent_id: outer })
    const before = await world.create('Archived before', { parent_id: outer })
    await admin.put(at(before), { archived: true })
    expect((await admin.put(at(outer), { archived: true })).body.archived).toBe(true)
    const archived = ids(await listOf(admin, 'archived=true'))
    expect(archived).toEqual(expect.arrayContaining([outer, inner, before]))
    expect(ids(await listOf(admin))).not.toContain(inner)
    const inside = { name: 'New', parent_id: outer }
    expectRefusal(await admin.post('/api/collection', inside), 400, 'validation')
    expectRefusal(await admin.put(at(inner), { archived: false }), 400, 'validation')
    expect((await admin.put(at(outer), { archived: false })).body.archived).toBe(false)
    expect((await admin.get(at(inner))).body.archived).toBe(false)
    expect((await admin.get(at(before))).body.archived).toBe(true)
    expect(ids((await itemsOf(admin, outer, 'archived=true')).data)).toEqual([before])
  })

  test('comes before deleting, which takes all along', async () => {
    const { admin } = world
    const outer = await world.create('Gone soon')
    const inner = await world.create('Gone with it', { parent_id: outer })
    expectRefusal(await admin.delete(at(outer)), 400, 'validation')
    await admin.put(at(outer), { archived: true })
    expect(await admin.delete(at(outer))).toMatchObject({ status: 204, body: '' })
    for (const id of [outer, inner]) expectRefusal(await admin.get(at(id)), 404, 'not-found')
    expectRefusal(await admin.delete(at(outer)), 404, 'not-found')
  })

  test('needs rights on all that is inside', async () => {
    const { reader } = world
    const outer = await world.create('Partly mine')
    await world.create('Not mine', { parent_id: outer })
    await world.open(outer, 'write')
    expectRefusal(await reader.put(at(outer), { archived: true }), 403, 'forbidden')
    expect((await reader.put(at(outer), { description: 'Mine' })).status).toBe(200)
  })
})

describe('moving', () => {
  test('changes where it hangs, with all that is in it', async () => {
    const { admin } = world
    const [from, to] = [await world.create('From'), await world.create('To')]
    const moved = await world.create('Moved', { parent_id: from })
    const inside = await world.create('Inside', { parent_id: moved })
    const answer = await admin.put(at(moved), { parent_id: to, name: 'Moved there' })
    expect(answer.body).toMatchObject({ parent_id: to, location: `/${to}/`, name: 'Moved there' })
    expect((await admin.get(at(inside))).body.location).toBe(`/${to}/${moved}/`)
    for (const parent_id of [moved, inside])
      expectRefusal(await admin.put(at(moved), { parent_id }), 400, 'validation')
    expectRefusal(await admin.put(at(moved), { parent_id: 2_147_483_647 }), 404, 'not-found')
    expect((await admin.put(at(moved), { parent_id: null })).body.location).toBe('/')
  })

  test('out of one’s own collection shares it, and back into it takes it away', async () => {
    const { reader, stranger } = world
    const shared = await world.create('Shared')
    await world.say({ 1: { [shared]: 'read' }, [world.readers]: { [shared]: 'write' } })
    const own = await ownOf(reader)
    const draft = await reader.post('/api/collection', { name: 'Draft', parent_id: own })
    const { id } = draft.body
    expectRefusal(await stranger.get(at(id)), 403, 'forbidden')
    const published = await reader.put(at(id), { parent_id: shared })
    expect(published).toMatchObject({ status: 200, body: { can_write: true } })
    expect(await stranger.get(at(id))).toMatchObject({ status: 200, body: { can_write: false } })
    expect((await reader.put(at(id), { parent_id: own })).status).toBe(200)
    expectRefusal(await stranger.get(at(id)), 403, 'forbidden')
    expect(ids(await listOf(stranger))).not.toContain(id)
  })

  test('of two into each other at the same time makes no circle', async () => {
    const { admin } = world
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await world.create('One'), await world.create('Two')]
      const answers = await Promise.all([
        admin.put(at(one), { parent_id: two }),
        admin.put(at(two), { parent_id: one }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      const locations = [await admin.get(at(one)), await admin.get(at(two))]
      expect(locations.filter(({ body }) => body.location === '/')).toHaveLength(1)
    }
  })
})

test.each(
  [
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(255) },
    { name: 7 },
    { name: { $gt: '' } },
    { name: 'x', parent_id: 'root' },
    { name: 'x', parent_id: 0 },
    { name: 'x', parent_id: 1.5 },
    { name: 'x', description: [] },
    { name: 'x', description: 'x'.repeat(10_001) },
    { name: 'x', authority_level: 'secret' },
    { name: '\u0000' },
  ].map((body) => [JSON.stringify(body).slice(0, 60), body] as const),
)('%s makes no collection', async (_, body) => {
  const { eventStore } = app.service.adapters
  const before = await eventStore.head()
  expectRefusal(await world.admin.post('/api/collection', body), 400, 'validation')
  expect(await eventStore.head()).toBe(before)
})

test('what everybody is shown is what the log lets them see', async () => {
  const state = (await app.service.adapters.accessHistories.current()).at()
  const callers = [world.admin, world.reader, world.stranger]
  const shown = await Promise.all(
    callers.map(async (caller) => {
      const { body: user } = await caller.get('/api/user/current')
      const lists = [await listOf(caller), await listOf(caller, 'archived=true')]
      const rights = collectionRightsAt(state, user.id)
      const readable = ['root' as const, ...state.collectionIds()].filter(rights.mayRead)
      expect(new Set(ids(lists.flat()))).toEqual(new Set(readable))
      for (const { id, can_write } of lists.flat()) expect(can_write).toBe(rights.mayWrite(id))
      return lists.flat().length
    }),
  )
  expect(shown[0]).toBeGreaterThan(shown[1] ?? 0)
  expect(shown[1]).toBeGreaterThan(shown[2] ?? 0)
})

test('what clients send besides is no matter', async () => {
  const body = { name: 'Ελληνικά & more', color: '#509EE3', namespace: null, archived: true, id: 1 }
  const { status, body: made } = await world.admin.post('/api/collection', body)
  expect(status).toBe(200)
  expect(made).toMatchObject({ name: body.name, slug: 'ελληνικα_more', archived: false })
  expect(made.id).not.toBe(1)
  expect(made.entity_id).toMatch(/^[\w-]{21}$/)
  expect((await world.admin.get(at(made.id))).body).toEqual(made)
})
