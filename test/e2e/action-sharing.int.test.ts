import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionWorld, actionWorld, asked } from '../support/action-world.ts'
import { everythingWritten } from '../support/everything-written.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let world: ActionWorld

/** Another service, and what it was told. */
const told: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
let other: Server
let status = 200

beforeAll(async () => {
  other = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    told.push({ url: request.url ?? '', headers: request.headers, body })
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, { Location: '/elsewhere' }).end('{"ticket": 7}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const allowed = `127.0.0.1:${(other.address() as AddressInfo).port}`
  app = await startTestService({ environment: { HTTP_ACTION_ALLOWED_HOSTS: allowed } })
  world = await actionWorld(app)
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await world?.close()
  other.closeAllConnections()
  other.close()
}, 30_000)

const share = async (id: number): Promise<string> =>
  (await world.admin.post(`/api/action/${id}/public_link`)).body.uuid
const open = (uuid: string) => app.call('GET', `/api/public/action/${uuid}`)
const runLink = (uuid: string, parameters: object) =>
  app.call('POST', `/api/public/action/${uuid}/execute`, { body: { parameters } })
const runsOf = async (id: number) => (await world.admin.get(`/api/action/${id}/runs`)).body

const call = (more: object = {}) => ({
  type: 'http',
  template: {
    method: 'POST',
    url: `http://127.0.0.1:${(other.address() as AddressInfo).port}/tickets/{{id}}?by={{who}}`,
    headers: { Authorization: 'Bearer hidden-from-all', 'X-Plain': 'seen' },
    body: '{"id": {{id}}}',
    ...more,
  },
})

describe('links to actions', () => {
  test('let strangers set what is not hidden, and tell nothing of what is done', async () => {
    const id = await world.action({
      type: 'implicit',
      kind: 'row/create',
      visualization_settings: {
        fields: { city: { hidden: true, defaultValue: 'Bergen' }, id: { hidden: true } },
      },
    })
    const uuid = await share(id)
    expect(await share(id)).toBe(uuid)
    const { body } = await open(uuid)
    expect(Object.keys(body).sort()).toEqual(
      ['description', 'id', 'name', 'parameters', 'visualization_settings'].sort(),
    )
    expect(JSON.stringify(body)).not.toMatch(/city|Bergen|database|model/)

    for (const hidden of ['city', 'id', 'City'])
      expectRefusal(await runLink(uuid, { name: 'Public', [hidden]: '9' }), 400, 'validation')
    expect(await world.peopleWhere(`name = 'Public'`)).toEqual([])
    // What is hidden and what is not there are one and the same to them.
    const errorsOf = async (key: string) =>
      (await runLink(uuid, { name: 'Public', [key]: '9' })).body.errors
    const why = Object.values(await errorsOf('nowhere'))
    expect(why).toHaveLength(1)
    expect(Object.values(await errorsOf('city'))).toEqual(why)
    const done = await runLink(uuid, { name: 'Public' })
    expect(done).toMatchObject({ status: 200, body: { 'rows-affected': [1], success: true } })
    expect(Object.keys(done.body)).toHaveLength(2)
    expect(await world.peopleWhere(`name = 'Public'`)).toMatchObject([{ city: 'Bergen' }])
    expectRefusal(await runLink(uuid, {}), 400, 'validation')
    expect((await runsOf(id))[0]).toMatchObject({
      way: 'public-link',
      public_uuid: uuid,
      user: { kind: 'anonymous' },
    })
    const listed = (await world.admin.get('/api/action/public')).body
    expect(listed).toEqual([{ id, name: 'An action', public_uuid: uuid, model_id: world.modelId }])

    expect((await world.admin.delete(`/api/action/${id}/public_link`)).status).toBe(204)
    for (const gone of [await open(uuid), await runLink(uuid, { name: 'Late' })])
      expectRefusal(gone, 404, 'not-found')
    const again = await share(id)
    expect(again).not.toBe(uuid)
    await world.admin.put(`/api/action/${id}`, { archived: true })
    expectRefusal(await open(again), 404, 'not-found')
    expectRefusal(await runLink(again, { name: 'Late' }), 404, 'not-found')
    expectRefusal(await runLink(randomUUID(), { name: 'Late' }), 404, 'not-found')
    expect(await world.peopleWhere(`name = 'Late'`)).toEqual([])
  })

  test('lead to no other table than they were made for, whatever becomes of the model', async () => {
    const model = await world.save(world.people(), {
      type: 'model',
      collection_id: world.collectionId,
    })
    const id = await world.action({ type: 'implicit', kind: 'row/delete', model_id: model })
    const uuid = await share(id)
    expect((await open(uuid)).status).toBe(200)
    const path = `/api/database/${world.databaseId}/metadata?table=orders`
    const [orders] = (await world.admin.get(path)).body.tables
    const turn = (table: number) =>
      world.author.put(`/api/card/${model}`, {
        dataset_query: world.people({ 'source-table': table }),
      })
    expect((await turn(orders.id)).status).toBe(200)
    for (const answer of [await open(uuid), await runLink(uuid, { id: 1 })])
      expectRefusal(answer, 404, 'not-found')
    // Whoever may write to that table may have the link lead there.
    await world.admin.put(`/api/action/${id}`, { kind: 'row/delete' })
    expect((await open(uuid)).status).toBe(200)
    expect((await turn(world.tableId)).status).toBe(200)
    expectRefusal(await open(uuid), 404, 'not-found')
  })

  test('are run so often and not more, and not while sharing is off', async () => {
    const id = await world.action({ type: 'implicit', kind: 'row/create' })
    const uuid = await share(id)
    const burst = () => Promise.all(Array.from({ length: 50 }, () => runLink(uuid, {})))
    const isRefused = (answer: { status: number }) => answer.status === 429
    const many = await until(burst, (answers) => answers.some(isRefused), 20_000)
    expect(many.find(isRefused)?.body).toMatchObject({ code: 'rate-limited', retry_after: 1 })
    const sharing = (value: boolean) =>
      world.admin.put('/api/setting/enable-public-sharing', { value })
    const another = await share(await world.action({ type: 'implicit', kind: 'row/create' }))
    await sharing(false)
    expectRefusal(await runLink(another, { name: 'Off' }), 404, 'not-found')
    expectRefusal(await open(another), 404, 'not-found')
    expectRefusal(await world.admin.get('/api/action/public'), 400, 'public-sharing-disabled')
    await sharing(true)
    expect((await open(another)).status).toBe(200)
    expect(await world.peopleWhere(`name = 'Off'`)).toEqual([])
  })
})

describe('http actions', () => {
  const values = { id: '1/../2', who: 'a b&c=d' }

  test('call with their values in place; their secrets are shown to nobody', async () => {
    const id = await world.action(call())
    const { body } = await world.reader.get(`/api/action/${id}`)
    expect(body.template.headers).toEqual({ Authorization: '**redacted**', 'X-Plain': 'seen' })
    expect(body.parameters.map(({ id }: { id: string }) => id)).toEqual(['id', 'who'])
    const optional = {
      ...body.template,
      url: body.template.url.replace('?by={{who}}', '[[?by={{who}}]]'),
    }
    const other = await world.action(call())
    await world.admin.put(`/api/action/${other}`, { ...body, template: optional })
    expect((await world.run(other, { id: 1 })).body).toMatchObject({ 'remote-status': 200 })

    const before = told.length
    const preview = (await world.preview(id, values, world.reader)).body['action-preview']
    expect(preview.request).toMatchObject({
      method: 'POST',
      url: expect.stringContaining('/tickets/1%2F..%2F2?by=a%20b%26c%3Dd'),
      headers: { Authorization: '**redacted**' },
      body: '{"id": "1/../2"}',
    })
    expect(told).toHaveLength(before)

    expect((await world.run(id, values, world.reader)).body).toEqual({
      'rows-affected': [],
      success: true,
      'remote-status': 200,
      'remote-body': { ticket: 7 },
    })
    expect(told.at(-1)).toMatchObject({
      url: '/tickets/1%2F..%2F2?by=a%20b%26c%3Dd',
      headers: { authorization: 'Bearer hidden-from-all' },
    })
    // What is masked stays as it is, for the same host alone.
    const { template } = body
    await world.admin.put(`/api/action/${id}`, { template: { ...template, body: '{}' } })
    await world.run(id, values)
    expect(told.at(-1)).toMatchObject({
      body: '{}',
      headers: { authorization: 'Bearer hidden-from-all' },
    })
    const moved = { template: { ...template, url: 'http://198.51.100.7/{{id}}' } }
    expectRefusal(await world.admin.put(`/api/action/${id}`, moved), 400, 'validation')
    expect(await everythingWritten(app)).not.toContain('hidden-from-all')
    const history = (await world.admin.get(`/api/action/${id}/history`)).body
    expect(JSON.stringify(history)).not.toMatch(/hidden-from-all|secretRef/)
  })

  test('say what became of them, and are never sent again', async () => {
    const id = await world.action(call())
    const outcomes = []
    for (const [answered, code] of [
      [500, 400],
      [302, 400],
      [0, 500],
    ] as const) {
      status = answered
      const before = told.length
      expect((await world.run(id, values)).status).toBe(code)
      expect(told.length - before).toBe(1)
      outcomes.push((await runsOf(id))[0].outcome)
    }
    status = 200
    expect(outcomes).toEqual(['failed', 'failed', 'unknown'])
  })

  test('go by a link only where the host is listed, and nowhere private else', async () => {
    const uuid = await share(await world.action(call()))
    const done = await runLink(uuid, values)
    expect(done.body).toEqual({ 'rows-affected': [], success: true })
    const elsewhere = await world.action(call({ url: 'https://desk.example.com/{{id}}/{{who}}' }))
    expectRefusal(await runLink(await share(elsewhere), values), 403, 'forbidden')
    const inside = await world.action(call({ url: 'http://127.0.0.1:1/{{id}}/{{who}}' }))
    expectRefusal(await world.run(inside, values), 400, 'validation')
    expect((await runsOf(inside))[0]).toMatchObject({ outcome: 'refused', problem: 'not-allowed' })
    for (const url of ['file:///etc/passwd', 'http://{{id}}/', 'ftp://a.example.com/'])
      expectRefusal(
        await world.admin.post('/api/action', {
          name: 'No',
          model_id: world.modelId,
          ...call({ url }),
        }),
        400,
        'validation',
      )
  })
})

test('a button on a dashboard runs its action, as long as both are there', async () => {
  const { admin, reader, collectionId } = world
  const id = await world.action({ type: 'implicit', kind: 'row/update' })
  const dashboard = { name: 'Desk', collection_id: collectionId }
  const { body: made } = await admin.post('/api/dashboard', dashboard)
  const place = { cardId: null, row: 0, col: 0, sizeX: 4, sizeY: 1 }
  const { body: card } = await admin.post(`/api/dashboard/${made.id}/cards`, {
    ...place,
    action_id: id,
  })
  const button = `/api/dashboard/${made.id}/dashcard/${card.id}/execute`
  const parameters = { id: 4, city: 'Desk' }
  expect((await reader.get(`${button}?${asked({ id: 4 })}`)).body).toMatchObject({ id: 4 })
  expect((await reader.post(button, { parameters })).body['rows-affected']).toEqual([1])
  expect(await world.peopleWhere('id = 4')).toMatchObject([{ city: 'Desk' }])
  expect((await runsOf(id))[0]).toMatchObject({ way: 'dashboard', outcome: 'committed' })
  expect((await reader.get(`/api/dashboard/${made.id}`)).body.dashcards[0].action_id).toBe(id)

  const mayNot = await world.author.post('/api/dashboard', dashboard)
  const hidden = await world.action({ model_id: null, ...call() })
  expectRefusal(
    await world.author.post(`/api/dashboard/${mayNot.body.id}/cards`, {
      ...place,
      action_id: hidden,
    }),
    403,
    'forbidden',
  )
  expect((await admin.delete(`/api/action/${id}`)).status).toBe(204)
  expectRefusal(await reader.post(button, { parameters }), 404, 'not-found')
  // What was done through it stays on record.
  expect(await runsOf(id)).toHaveLength(1)
  expectRefusal(await reader.get(`/api/action/${id}/runs`), 404, 'not-found')
  expectRefusal(await reader.get(`${button}?${asked({ id: 4 })}`), 404, 'not-found')
})
