import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson, enter, type Person } from '../support/people.ts'
import { rawRequest } from '../support/raw-http.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const newAdmin = async (): Promise<{ readonly person: Person; readonly who: Caller }> => {
  const person = await createPerson(admin, { group_ids: [2] })
  return { person, who: await enter(app, person) }
}

const demote = async ({ id }: Person) => {
  const { status } = await admin.put(`/api/user/${id}`, { is_superuser: false })
  expect(status).toBe(200)
}

/** A request whose body stops in the middle until it is told to go on; answers the status. */
const dawdlingRequest = (who: Caller, line: string, body: object) => {
  const { hostname, port } = new URL(app.url)
  const text = JSON.stringify(body)
  const headers = { 'X-Service-Session': who.token, 'Content-Type': 'application/json' }
  const whole = rawRequest(line, { ...headers, Connection: 'close' }, text)
  const cut = whole.length - Math.ceil(text.length / 2)
  const socket = connect(Number(port), hostname, () => socket.write(whole.slice(0, cut)))
  let answer = ''
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  return {
    goOn: async (): Promise<number> => {
      socket.write(whole.slice(cut))
      await ended
      return Number(answer.split(' ')[1])
    },
  }
}

/** Long enough for the service to have looked at who asks; should it not be, nothing is proved. */
const untilLookedAt = () => sleep(300)

describe('a request that stops in the middle and goes on later', () => {
  test('has the rights of then: admin rights that went meanwhile do nothing', async () => {
    const { person, who } = await newAdmin()
    const body = { group_id: 2, user_id: person.id }
    const comeBack = dawdlingRequest(who, 'POST /api/permissions/membership', body)
    await untilLookedAt()
    await demote(person)
    expect(await comeBack.goOn()).toBe(403)
    expect((await who.get('/api/permissions/graph')).status).toBe(403)
  })

  test('goes on where nothing was lost', async () => {
    const { who } = await newAdmin()
    const request = dawdlingRequest(who, 'POST /api/permissions/group', { name: 'Slowly made' })
    await untilLookedAt()
    expect(await request.goOn()).toBe(200)
  })

  test('ends with its session', async () => {
    const { who } = await newAdmin()
    const request = dawdlingRequest(who, 'POST /api/permissions/group', { name: 'Never made' })
    await untilLookedAt()
    expect((await who.delete('/api/session')).status).toBe(204)
    expect(await request.goOn()).toBe(401)
  })

  test('asks for data as a member of those groups that one is in then', async () => {
    const person = await createPerson(admin)
    const who = await enter(app, person)
    const { body: group } = await admin.post('/api/permissions/group', { name: 'Of a while' })
    const { body: members } = await admin.post('/api/permissions/membership', {
      group_id: group.id,
      user_id: person.id,
    })
    const [{ id }] = (await admin.get('/api/database')).body.data
    await admin.synced(id)
    const { revision } = (await admin.get('/api/permissions/graph')).body
    const said = await admin.put('/api/permissions/graph', {
      revision,
      groups: { [group.id]: { [id]: { data: { schemas: 'all', native: 'write' } } } },
    })
    expect(said.status).toBe(200)
    const query = { database: id, type: 'native', native: { query: 'select 1' } }
    const ask = () => dawdlingRequest(who, 'POST /api/dataset', query)
    const [before, after] = [ask(), ask()]
    await untilLookedAt()
    expect(await before.goOn()).toBe(200)
    await admin.delete(`/api/permissions/membership/${members[0].membership_id}`)
    expect(await after.goOn()).toBe(403)
  })
})

describe('an answer that was given before', () => {
  const keyed = (who: Caller, method: string, path: string, body: object) =>
    app.call(method, path, {
      token: who.token,
      body,
      headers: { 'Idempotency-Key': `${method}:${path}` },
    })

  test('is not given again to whoever is no admin any more', async () => {
    const { person, who } = await newAdmin()
    const make = () => keyed(who, 'POST', '/api/permissions/group', { name: `By ${person.email}` })
    expect([(await make()).status, (await make()).status]).toEqual([200, 200])
    await demote(person)
    expectRefusal(await make(), 403, 'forbidden')
  })

  test('is not confirmed to them either', async () => {
    const { person, who } = await newAdmin()
    const graphs = ['/api/permissions/graph', '/api/collection/graph']
    const look = async (path: string, tag: string) =>
      app.call('GET', path, { token: who.token, headers: { 'If-None-Match': tag } })
    const tags = await Promise.all(
      graphs.map(async (path) => (await who.get(path)).headers.get('etag') ?? ''),
    )
    for (const [index, path] of graphs.entries())
      expect((await look(path, tags[index] ?? '')).status).toBe(304)
    await demote(person)
    for (const path of graphs)
      for (const tag of [...tags, '*']) {
        const answer = await look(path, tag)
        expectRefusal(answer, 403, 'forbidden')
        expect(answer.headers.has('etag')).toBe(false)
      }
  })

  test('is not given again to whoever may not see any more what it shows', async () => {
    const person = await createPerson(admin)
    const who = await enter(app, person)
    const say = async (id: number, level: string) => {
      const { revision } = (await admin.get('/api/collection/graph')).body
      const groups = { 1: { [id]: level } }
      expect((await admin.put('/api/collection/graph', { revision, groups })).status).toBe(200)
    }
    const make = () => keyed(who, 'POST', '/api/collection', { name: `By ${person.email}` })
    const made = await make()
    expect(made.status).toBe(200)
    const { id } = made.body
    const rename = () => keyed(who, 'PUT', `/api/collection/${id}`, { name: 'Plans nobody knows' })
    const renamed = await rename()
    expect(renamed.status).toBe(200)
    expect([(await make()).body, (await rename()).body]).toEqual([made.body, renamed.body])
    await say(id, 'none')
    for (const again of [make, rename]) expectRefusal(await again(), 403, 'forbidden')
    await say(id, 'read')
    expect([(await make()).body, (await rename()).body]).toEqual([made.body, renamed.body])
  })
})
