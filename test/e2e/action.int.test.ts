import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionWorld, actionWorld } from '../support/action-world.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let world: ActionWorld
let create: number
let update: number
let remove: number

const kinds = (kind: string, more: object = {}) => ({ type: 'implicit', kind, ...more })

const sqlAction = (query: string, tags: object = {}, more: object = {}) => ({
  type: 'query',
  database_id: world.databaseId,
  dataset_query: { type: 'native', native: { query, 'template-tags': tags } },
  ...more,
})

beforeAll(async () => {
  app = await startTestService()
  world = await actionWorld(app)
  create = await world.action(kinds('row/create'))
  update = await world.action(kinds('row/update'))
  remove = await world.action(kinds('row/delete'))
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const runsOf = async (id: number) => (await world.admin.get(`/api/action/${id}/runs`)).body
const written = () => world.customer.run('select xmin::text, * from people order by id')

describe('implicit actions', () => {
  test('tell their parameters: one for each column of the table', async () => {
    const { body } = await world.reader.get(`/api/action/${update}`)
    expect(body).toMatchObject({
      name: 'An action',
      type: 'implicit',
      kind: 'row/update',
      model_id: world.modelId,
      database_id: world.databaseId,
      dataset_query: null,
      template: null,
      can_write: false,
      version: 1,
      archived: false,
    })
    expect(body.parameters.map(({ id, required }: never) => [id, required])).toEqual([
      ['id', true],
      ['name', false],
      ['email', false],
      ['city', false],
      ['born', false],
      ['created_at', false],
    ])
  })

  test('make, change and delete one row, for whoever may read the model and write its table', async () => {
    const hostile = `Robert'); drop table people; --`
    const made = await world.run(create, { name: hostile, city: 'Oslo' }, world.reader)
    expect(made).toMatchObject({
      status: 200,
      body: { 'rows-affected': [1], success: true, 'created-row': { name: hostile, city: 'Oslo' } },
    })
    const { id } = made.body['created-row']
    expect(await world.peopleWhere(`id = ${id}`)).toMatchObject([{ name: hostile, email: null }])

    const changed = await world.run(
      update,
      { id, city: null, email: 'r@example.com' },
      world.reader,
    )
    expect(changed.body).toEqual({ 'rows-affected': [1], success: true })
    expect(await world.peopleWhere(`id = ${id}`)).toMatchObject([
      { name: hostile, city: null, email: 'r@example.com' },
    ])

    expect((await world.run(remove, { id }, world.reader)).body['rows-affected']).toEqual([1])
    expect(await world.peopleWhere(`id = ${id}`)).toEqual([])
  })

  test('what is wrong with values is told by the names of parameters, and nothing is written', async () => {
    const before = await written()
    const refused = async (id: number, parameters: object, key: string) => {
      const answer = await world.run(id, parameters)
      expectRefusal(answer, 400, 'validation')
      expect(Object.keys(answer.body.errors)).toEqual([key])
    }
    await refused(create, { city: 'Oslo' }, 'name')
    await refused(create, { id: 1, name: 'Taken' }, 'id')
    await refused(update, { id: 1, email: 'x'.repeat(101) }, 'email')
    await refused(update, { id: 'one', city: 'Rome' }, 'id')
    await refused(update, { id: 1, born: 'yesterday' }, 'born')
    await refused(update, { id: 999_999, city: 'Rome' }, 'id')
    await refused(update, { city: 'Rome' }, 'id')
    await refused(remove, { id: 999_999 }, 'id')
    await refused(remove, { id: 1, name: 'x' }, 'name')
    await refused(remove, {}, 'id')
    await refused(update, { id: 1, nonsense: 2 }, 'nonsense')
    // Somebody's orders are still there.
    expectRefusal(await world.run(remove, { id: 1 }), 400, 'validation')
    expect(await written()).toEqual(before)
  })

  test('are sent back as they were read, and do something else when they are told to', async () => {
    const id = await world.action(kinds('row/update'))
    const read = (await world.admin.get(`/api/action/${id}`)).body
    expect((await world.admin.put(`/api/action/${id}`, read)).body).toEqual(read)
    const { body } = await world.admin.put(`/api/action/${id}`, { ...read, kind: 'row/create' })
    expect(body).toMatchObject({ kind: 'row/create', version: 2 })
    const made = await world.run(id, { name: 'Sent back' })
    expect(made.body).toMatchObject({ 'rows-affected': [1] })
    await world.run(remove, { id: made.body['created-row'].id })
  })

  test('their preview says what would be done, and does nothing of it', async () => {
    const before = await written()
    const form = await world.preview(update, { id: 2 }, world.reader)
    expect(form.body).toMatchObject({
      id: 2,
      name: 'Person 2',
      'action-preview': { type: 'implicit', kind: 'row/update', sql: null },
    })
    const { body } = await world.preview(update, { id: 2, city: `O'slo` })
    expect(body['action-preview']).toMatchObject({
      'current-row': { id: 2, name: 'Person 2' },
      sql: expect.stringMatching(/^UPDATE/),
      parameters: expect.arrayContaining([`O'slo`]),
    })
    expect(body['action-preview'].sql).not.toContain('slo')
    expect((await world.preview(remove, { id: 3 })).body).toMatchObject({ id: 3 })
    expect((await world.preview(create, { name: 'New' })).body['action-preview'].sql).toMatch(
      /^INSERT/,
    )
    expectRefusal(await world.preview(remove), 400, 'validation')
    expectRefusal(
      await world.admin.get(`/api/action/${remove}/execute?parameters=[1`),
      400,
      'validation',
    )
    expect(await written()).toEqual(before)
  })

  test('need a model that is a table as it is, and stay one', async () => {
    const { collectionId } = world
    const place = { type: 'model', collection_id: collectionId }
    const [filtered, question] = [
      await world.save(world.people({ limit: 3 }), place),
      await world.save(world.people(), { collection_id: collectionId }),
    ]
    for (const model_id of [filtered, question, await world.save(world.sql('select 1'), place)]) {
      const body = { name: 'No', model_id, ...kinds('row/create') }
      expectRefusal(await world.admin.post('/api/action', body), 400, 'validation')
    }
    const model = await world.save(world.people(), place)
    const own = await world.action(kinds('row/create', { model_id: model }))
    await world.admin.put(`/api/card/${model}`, { type: 'question' })
    expectRefusal(await world.run(own, { name: 'Nobody' }), 400, 'validation')
    await world.admin.put(`/api/card/${model}`, { type: 'model', archived: true })
    expectRefusal(await world.run(own, { name: 'Nobody' }), 404, 'not-found')
    await world.admin.delete(`/api/card/${model}`)
    expectRefusal(await world.admin.get(`/api/action/${own}`), 404, 'not-found')
    expect(await world.peopleWhere(`name = 'Nobody'`)).toEqual([])
  })
})

describe('query actions', () => {
  const tags = { city: { type: 'text', required: true }, least: { type: 'number' } }
  const move = `update people set city = {{city}} where id = 5 [[and id >= {{least}}]]`

  test('write with their values bound, all of it or nothing', async () => {
    const id = await world.action(sqlAction(move, tags))
    const injected = `'; delete from people; --`
    expect((await world.run(id, { city: injected }, world.reader)).body).toEqual({
      'rows-affected': [1],
      success: true,
    })
    expect(await world.peopleWhere('id = 5')).toMatchObject([{ city: injected }])
    expect((await world.run(id, { city: 'x', least: 6 })).body['rows-affected']).toEqual([0])

    const { body } = await world.preview(id, { city: 'Rome' }, world.reader)
    expect(body['action-preview']).toMatchObject({ type: 'query', parameters: ['Rome'] })
    expect(await world.peopleWhere('id = 5')).toMatchObject([{ city: injected }])

    expectRefusal(await world.run(id, {}), 400, 'validation')
    expectRefusal(await world.run(id, { city: 'x', other: 1 }), 400, 'validation')
  })

  test('roll back whatever fails, and are one statement', async () => {
    const before = await written()
    await world.customer.run(
      `create function fails() returns int language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    const query = `with a as (update people set city = {{city}} returning id) select fails() from a`
    const half = await world.action(sqlAction(query))
    const failed = await world.run(half, { city: 'Half' })
    expectRefusal(failed, 500, 'action-failed')
    const twice = await world.action(sqlAction(`update people set city = 'x'; select 1`))
    expectRefusal(await world.run(twice, {}), 500, 'action-failed')
    const taken = await world.action(sqlAction('update people set id = 1 where id = 2'))
    const answer = await world.run(taken, {})
    expectRefusal(answer, 400, 'validation')
    expect(answer.body.errors).toHaveProperty('id')
    expect(await written()).toEqual(before)
    expect(await runsOf(half)).toMatchObject([
      { outcome: 'rolled-back', problem: 'db', rows_affected: [], parameters: ['city'] },
    ])
  })

  test('are written by who may write SQL there, and say which database', async () => {
    const body = { name: 'SQL', model_id: world.modelId, ...sqlAction(move, tags) }
    expectRefusal(await world.author.post('/api/action', body), 403, 'forbidden')
    const { database_id: _, ...without } = body
    expectRefusal(await world.admin.post('/api/action', without), 400, 'validation')
    expectRefusal(
      await world.admin.post('/api/action', { ...body, database_id: 2_000_000 }),
      404,
      'not-found',
    )
    const id = await world.action(sqlAction(move, tags))
    const { native } = (await world.author.get(`/api/action/${id}`)).body.dataset_query
    const changed = { dataset_query: { type: 'native', native } }
    expect((await world.author.put(`/api/action/${id}`, { name: 'Renamed' })).status).toBe(200)
    expectRefusal(await world.author.put(`/api/action/${id}`, changed), 403, 'forbidden')
    // Without a model it is for those alone who may write SQL there.
    const loose = await world.admin.post('/api/action', { ...body, model_id: null })
    expect(loose.body).toMatchObject({ model_id: null, database_id: world.databaseId })
    expectRefusal(await world.author.get(`/api/action/${loose.body.id}`), 403, 'forbidden')
    expectRefusal(await world.run(loose.body.id, { city: 'x' }, world.author), 403, 'forbidden')
  })
})

test('nothing writes to a database whose actions are switched off, and all does again', async () => {
  const { admin, reader, databaseId, modelId } = world
  const path = `/api/database/${databaseId}`
  const settings = (value: unknown) => ({ settings: { 'database-enable-actions': value } })
  const change = `update people set city = {{city}} where id = 7`
  const byQuery = await world.action(sqlAction(change))
  const { uuid } = (await admin.post(`/api/action/${byQuery}/public_link`)).body
  const { body: desk } = await admin.post('/api/dashboard', {
    name: 'Desk',
    collection_id: world.collectionId,
  })
  const place = { cardId: null, action_id: update, row: 0, col: 0, sizeX: 4, sizeY: 1 }
  const { body: button } = await admin.post(`/api/dashboard/${desk.id}/cards`, place)
  const parameters = { id: 7, city: 'Bern' }

  expect((await admin.get(path)).body).toMatchObject(settings(true))
  expectRefusal(await reader.put(path, settings(false)), 403, 'forbidden')
  const unknown = await admin.put(path, { settings: { 'no-such-setting': 1 } })
  expectRefusal(unknown, 400, 'validation')
  expect(unknown.body.errors.settings).toContain('no-such-setting')
  expect((await admin.put(path, settings(false))).body).toMatchObject(settings(false))
  const { data } = (await admin.get('/api/database')).body
  expect(data.find(({ id }: { id: number }) => id === databaseId)).toMatchObject(settings(false))

  const before = await written()
  const implicit = { name: 'Off', model_id: modelId, ...kinds('row/create') }
  const ways = [
    world.run(update, parameters, reader),
    world.run(byQuery, { city: 'Bern' }, reader),
    world.preview(update, { id: 7 }, reader),
    world.preview(byQuery, { city: 'Bern' }, reader),
    reader.post(`/api/dashboard/${desk.id}/dashcard/${button.id}/execute`, { parameters }),
    app.call('POST', `/api/public/action/${uuid}/execute`, {
      body: { parameters: { city: 'Bern' } },
    }),
    admin.post('/api/action', implicit),
    admin.post('/api/action', { name: 'Off', model_id: modelId, ...sqlAction(change) }),
    admin.post(`/api/action/${update}/public_link`),
  ]
  for (const answer of await Promise.all(ways)) {
    expectRefusal(answer, 400, 'actions-disabled')
    expect(answer.body.message).toBe('Actions are switched off for this database.')
  }
  // Who may not do it anyway is told that.
  expectRefusal(await reader.post('/api/action', implicit), 403, 'forbidden')
  expect(await written()).toEqual(before)
  const listed = (await reader.get(`/api/action?model-id=${modelId}`)).body
  expect(listed.map(({ id }: { id: number }) => id)).toEqual(
    expect.arrayContaining([update, byQuery]),
  )

  expect((await admin.put(path, settings(null))).body).toMatchObject(settings(true))
  expect((await world.run(update, parameters, reader)).status).toBe(200)
  expect(await world.peopleWhere('id = 7')).toMatchObject([{ city: 'Bern' }])
})
