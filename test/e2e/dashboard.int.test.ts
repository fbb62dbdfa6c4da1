import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CardWorld, cardWorld } from '../support/card-world.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: CardWorld
let cardId: number

beforeAll(async () => {
  app = await startTestService()
  world = await cardWorld(app)
  cardId = await world.save(world.people({ limit: 3 }), { name: 'People' })
  await quiet(app)
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }

const make = async (more: object = {}) => {
  const { status, body } = await world.admin.post('/api/dashboard', { name: 'Sales', ...more })
  expect(status).toBe(200)
  return body
}
const get = async (id: number, query = '') =>
  (await world.admin.get(`/api/dashboard/${id}${query}`)).body
const put = (id: number, body: object) => world.admin.put(`/api/dashboard/${id}`, body)
const namesIn = async (query: string): Promise<string[]> =>
  (await world.admin.get(`/api/dashboard?${query}`)).body.map(({ name }: { name: string }) => name)

describe('a dashboard', () => {
  test('is made empty, with all that clients expect of it, and listed', async () => {
    const collection_id = await world.create('Shelf')
    const parameters = [{ id: 'p1', name: 'City', slug: 'city', type: 'string/=' }]
    const more = { collection_id, description: 'Of all', parameters }
    const body = await make({ ...more, name: 'Made' })
    expect(body).toMatchObject({
      ...more,
      name: 'Made',
      dashcards: [],
      tabs: [],
      archived: false,
      enable_embedding: false,
      embedding_params: null,
      public_uuid: null,
      width: 'fixed',
      auto_apply_filters: true,
      cache_ttl: null,
      can_write: true,
      version: 1,
      entity_id: expect.any(String),
      creator: { email: expect.any(String) },
      collection: { id: collection_id, name: 'Shelf' },
    })
    expect(await get(body.id)).toEqual(body)
    expect(await namesIn('f=mine')).toContain('Made')
    const inside = await world.admin.get(`/api/collection/${collection_id}/items?models=dashboard`)
    expect(inside.body.data).toMatchObject([{ model: 'dashboard', id: body.id, name: 'Made' }])
    await put(body.id, { archived: true })
    expect(await namesIn('')).not.toContain('Made')
    expect(await namesIn('f=archived')).toContain('Made')
    expect((await get(body.id)).archived).toBe(true)
    expect((await put(body.id, { archived: false })).body.archived).toBe(false)
  })

  test('takes cards under either kind of names, changes what is named, and lets them go', async () => {
    const { id } = await make()
    const path = `/api/dashboard/${id}/cards`
    const added = await world.admin.post(path, {
      cardId,
      ...place,
      visualization_settings: { a: 1 },
    })
    expect(added).toMatchObject({
      status: 200,
      body: {
        dashboard_id: id,
        card_id: cardId,
        ...place,
        size_x: 4,
        size_y: 4,
        parameter_mappings: [],
        visualization_settings: { a: 1 },
        series: [],
        inline_parameters: [],
        card: { id: cardId, name: 'People' },
      },
    })
    const text = await world.admin.post(path, {
      card_id: null,
      row: 4,
      col: 0,
      size_x: 12,
      size_y: 1,
      visualization_settings: { virtual_card: { display: 'text' }, text: 'Hello' },
    })
    expect(text.body).toMatchObject({ card_id: null, card: null, sizeX: 12 })
    const { id: first } = added.body
    const changed = await world.admin.put(path, { cards: [{ id: first, col: 8 }] })
    expect(changed.body).toMatchObject({
      status: 'ok',
      cards: [{ id: first, col: 8, row: 0, visualization_settings: { a: 1 } }, { col: 0 }],
    })
    expect((await world.admin.delete(`${path}?dashcardId=${first}`)).status).toBe(204)
    expect((await get(id)).dashcards).toMatchObject([{ id: text.body.id }])
    const taken = await app.call('DELETE', path, {
      token: world.admin.token,
      body: { dashcardId: first },
    })
    expectRefusal(taken, 404)
    expectRefusal(await world.admin.put(path, { cards: [{ id: first, col: 1 }] }), 404)
    for (const wrong of [{ col: 13 }, { sizeX: 0 }, { sizeX: 13 }, { sizeY: 0 }, { row: -1 }])
      expectRefusal(await world.admin.post(path, { cardId, ...place, ...wrong }), 400)
    expectRefusal(await world.admin.post(path, { cardId: 999_999, ...place }), 404)
  })

  test('is replaced whole: what is sent back stays, new ids come, the rest goes', async () => {
    const { id } = await make()
    const sent = await put(id, {
      tabs: [
        { id: -1, name: 'First' },
        { id: -2, name: 'Second' },
      ],
      dashcards: [
        { id: -1, card_id: cardId, dashboard_tab_id: -2, ...place, series: [{ id: cardId }] },
        { id: -2, card_id: null, dashboard_tab_id: -1, ...place },
      ],
    })
    const { tabs, dashcards } = sent.body
    expect(tabs).toMatchObject([
      { name: 'First', position: 0, dashboard_id: id },
      { name: 'Second', position: 1 },
    ])
    expect(dashcards).toMatchObject([
      { card_id: cardId, dashboard_tab_id: tabs[1].id, series: [{ id: cardId, name: 'People' }] },
      { card_id: null, dashboard_tab_id: tabs[0].id },
    ])
    // A client sends back all that it read, read-only keys and all.
    const again = await put(id, { ...sent.body, name: 'Renamed' })
    expect(again.body).toMatchObject({ name: 'Renamed', version: 3 })
    expect(again.body.dashcards.map((it: { id: number }) => it.id)).toEqual(
      dashcards.map((it: { id: number }) => it.id),
    )
    const fewer = await put(id, { dashcards: [dashcards[0]], tabs: [tabs[1]] })
    expect(fewer.body.dashcards).toHaveLength(1)
    const other = await make()
    const elsewhere = (
      await world.admin.post(`/api/dashboard/${other.id}/cards`, { cardId, ...place })
    ).body
    expectRefusal(await put(id, { dashcards: [elsewhere] }), 400)
    expectRefusal(
      await put(id, { dashcards: [{ id: -1, card_id: cardId, ...place, dashboard_tab_id: 999 }] }),
      400,
    )
  })

  test('loses nothing when two people change it at once, and says where they clash', async () => {
    const seen = await make()
    await put(seen.id, { name: 'Theirs', version: seen.version })
    const mine = await put(seen.id, { ...seen, description: 'Mine' })
    expect(mine.body).toMatchObject({ name: 'Theirs', description: 'Mine' })
    const clash = await put(seen.id, { ...seen, name: 'Mine' })
    expectRefusal(clash, 409)
    expect(clash.body.errors).toEqual({ name: 'was changed by somebody else' })
  })

  test('tells its history, shows what it was and gets it back', async () => {
    const { id } = await make()
    await world.admin.post(`/api/dashboard/${id}/cards`, { cardId, ...place })
    await put(id, { name: 'Renamed', dashcards: [] })
    const history = (await world.admin.get(`/api/dashboard/${id}/history`)).body
    expect(history).toMatchObject([
      {
        version: 3,
        user: { kind: 'user', name: expect.any(String) },
        changes: { name: { from: 'Sales', to: 'Renamed' }, dashcards: { to: [] } },
      },
      { version: 2, changes: { dashcards: { from: [] } } },
      { version: 1, changes: { name: { from: null, to: 'Sales' } } },
    ])
    expect(await get(id, '?as_of=2')).toMatchObject({
      name: 'Sales',
      version: 2,
      dashcards: [{ card_id: cardId, card: { name: 'People' } }],
    })
    const restored = await world.admin.post(`/api/dashboard/${id}/restore`, { to_version: 2 })
    expect(restored.body).toMatchObject({ name: 'Sales', dashcards: [{ card_id: cardId }] })
    expectRefusal(await world.admin.post(`/api/dashboard/${id}/restore`, { to_version: 99 }), 400)
    expectRefusal(await world.admin.get(`/api/dashboard/${id}?as_of=99`), 400)
  })

  test('is copied with its cards and tabs, and deleted without its questions', async () => {
    const { id } = await make()
    await put(id, {
      tabs: [{ id: -1, name: 'Only' }],
      dashcards: [{ id: -1, card_id: cardId, ...place }],
    })
    const copy = (await world.admin.post(`/api/dashboard/${id}/copy`, {})).body
    expect(copy).toMatchObject({
      name: 'Copy of Sales',
      dashcards: [{ card_id: cardId }],
      tabs: [{ name: 'Only' }],
    })
    expect(copy.dashcards[0].dashboard_tab_id).toBe(copy.tabs[0].id)
    expect((await world.admin.delete(`/api/dashboard/${id}`)).status).toBe(204)
    expectRefusal(await world.admin.get(`/api/dashboard/${id}`), 404)
    expect((await get(copy.id)).dashcards).toHaveLength(1)
    expect((await world.admin.get(`/api/card/${cardId}`)).status).toBe(200)
  })

  test('may be larger than what one change may tell, and is copied and brought back then, too', async () => {
    const { id } = await make()
    const large = (bytes: number) => ({
      cardId: null,
      ...place,
      visualization_settings: { text: 'x'.repeat(bytes) },
    })
    const several = [-1, -2].map((key) => ({ id: key, ...large(300_000) }))
    const filled = await put(id, { dashcards: several })
    expect([filled.status, filled.body.dashcards.length]).toEqual([200, 2])
    const path = `/api/dashboard/${id}/cards`
    expect((await world.admin.post(path, large(300_000))).status).toBe(200)
    const { version, dashcards } = await get(id)
    const head = await app.service.adapters.eventStore.head()
    expectRefusal(await world.admin.post(path, large(600_000)), 413, 'payload-too-large')
    expect(await app.service.adapters.eventStore.head()).toBe(head)
    const copied = await world.admin.post(`/api/dashboard/${id}/copy`, {})
    expect([copied.status, copied.body.dashcards.length]).toEqual([200, 3])
    expect((await put(id, { dashcards: [] })).body.dashcards).toEqual([])
    const restored = await world.admin.post(`/api/dashboard/${id}/restore`, { to_version: version })
    expect(restored.status).toBe(200)
    const idsOf = (cards: { id: number }[]) => cards.map((card) => card.id)
    expect(idsOf(restored.body.dashcards)).toEqual(idsOf(dashcards))
  })

  test('shows no question that is gone, and of one that may not be read only that it is there', async () => {
    const shelf = await world.create('Open shelf')
    await world.open(shelf, 'write')
    const doomed = await world.save(world.people())
    const { id } = await make({ collection_id: shelf })
    for (const it of [cardId, doomed])
      await world.admin.post(`/api/dashboard/${id}/cards`, { cardId: it, ...place })
    const { body } = await world.reader.get(`/api/dashboard/${id}`)
    expect(body.dashcards.map(({ card }: { card: object }) => card)).toEqual([
      { id: cardId },
      { id: doomed },
    ])
    await world.admin.delete(`/api/card/${doomed}`)
    expect((await get(id)).dashcards).toHaveLength(1)
    // Nobody puts on it what they may not read, but moves what is there.
    const path = `/api/dashboard/${id}/cards`
    expectRefusal(await world.reader.post(path, { cardId, ...place }), 403)
    const [dashcard] = body.dashcards
    expect((await world.reader.put(path, { cards: [{ id: dashcard.id, col: 3 }] })).status).toBe(
      200,
    )
    await world.open(shelf, 'read')
    expectRefusal(await world.reader.put(`/api/dashboard/${id}`, { name: 'x' }), 403)
    expectRefusal(await world.reader.delete(`/api/dashboard/${id}`), 403)
    expectRefusal(await world.reader.put(`/api/dashboard/${id}`, { archived: true }), 403)
    expectRefusal(await world.stranger.get(`/api/dashboard/${id}`), 403)
    await world.open(shelf, 'none')
    expectRefusal(await world.reader.get(`/api/dashboard/${id}`), 403)
  })
})
