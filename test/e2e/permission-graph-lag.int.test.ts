import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Service } from '../../infra/main/service.ts'
import { type GraphWorld, graphWorld } from '../support/graph.ts'
import { projectorGate } from '../support/projector-gate.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const gate = projectorGate()
const waitMs = 300

let app: TestService
let twin: Service
let world: GraphWorld

beforeAll(async () => {
  app = await startTestService({
    hooks: { beforeBatch: gate.beforeBatch },
    environment: { PROJECTION_WAIT_MS: String(waitMs) },
  })
  world = await graphWorld(app)
  await world.say(1, { schemas: 'none', native: 'none' })
  twin = await app.startTwin()
}, 60_000)

afterEach(() => {
  gate.slowDown(0)
  gate.release()
})

afterAll(async () => {
  gate.release()
  await app?.stop()
})

/** What the user is answered who asks for a table, by each process. */
const asked = async () => {
  const headers = { 'X-Service-Session': world.user.token }
  const path = `/api/table/${world.tables.orders}`
  const answers = await Promise.all(
    [app.url, twin.url].map((url) => fetch(`${url}${path}`, { headers })),
  )
  return answers.map(({ status }) => status)
}

const untilRevision = (revision: number) => until(world.revision, (it) => it === revision)

test('a right that is taken away is gone with the answer, or the answer is that it is not yet', async () => {
  await world.say(world.groupId, { schemas: 'all' })
  expect(await asked()).toEqual([200, 200])
  const revision = await world.revision()
  gate.hold()
  const revoked = await world.say(world.groupId, { schemas: 'none' })
  expectRefusal(revoked, 503, 'projection-lag')
  expect(revoked.headers.get('retry-after')).toBe('1')
  // It is recorded all the same, and whoever looks at the graph sees what will be.
  expect(await world.rightsOf(world.groupId)).toEqual({ data: { schemas: 'none', native: 'none' } })
  const again = { revision, groups: {} }
  expectRefusal(await world.admin.put('/api/permissions/graph', again), 409, 'stale-revision')
  gate.release()
  await until(asked, (statuses) => statuses.every((status) => status === 403))
})

test('repeating it under its key waits for it to be in force', async () => {
  await world.say(world.groupId, { schemas: 'all' })
  const revision = await world.revision()
  const groups = { [world.groupId]: { [world.databaseId]: { data: { schemas: 'none' } } } }
  const { token } = world.admin
  const revoke = () =>
    app.call('PUT', '/api/permissions/graph', {
      token,
      headers: { 'Idempotency-Key': 'take-it-away' },
      body: { revision, groups },
    })
  gate.hold()
  expectRefusal(await revoke(), 503, 'projection-lag')
  expectRefusal(await revoke(), 503, 'projection-lag')
  gate.release()
  const done = await until(revoke, ({ status }) => status !== 503)
  expect([done.status, done.body.revision]).toEqual([200, revision + 1])
  expect(await asked()).toEqual([403, 403])
  await untilRevision(revision + 1)
})

test('however the projector dawdles, nothing acknowledged is not in force, on any process', async () => {
  gate.slowDown(waitMs * 1.5)
  for (let round = 0, acknowledged = 0; acknowledged < 8; round += 1) {
    const schemas = round % 2 === 0 ? 'all' : 'none'
    const { status } = await world.say(world.groupId, { schemas })
    expect([200, 503]).toContain(status)
    if (status === 503) continue
    acknowledged += 1
    expect(await asked()).toEqual(schemas === 'all' ? [200, 200] : [403, 403])
  }
}, 60_000)

test('"it is gone already" is not heard before it is gone for readers', async () => {
  await world.say(world.groupId, { schemas: 'all' })
  const { body: memberships } = await world.admin.get('/api/permissions/membership')
  const mine = memberships[world.person.id].find(
    (it: { group_id: number }) => it.group_id === world.groupId,
  )
  const remove = () => world.admin.delete(`/api/permissions/membership/${mine.id}`)
  expect(await asked()).toEqual([200, 200])
  gate.hold()
  expectRefusal(await remove(), 503, 'projection-lag')
  expectRefusal(await remove(), 503, 'projection-lag')
  gate.release()
  const after = await until(remove, ({ status }) => status !== 503)
  expectRefusal(after, 404, 'not-found')
  expect(await asked()).toEqual([403, 403])
})
