import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { collect } from '../support/events.ts'
import { type GraphWorld, graphWorld } from '../support/graph.ts'
import { type KeepAlive, keepAlive } from '../support/keep-alive.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const clients = 64
const rounds = 200
const levels = ['all', 'write', 'read', 'none'] as const

let app: TestService
let world: GraphWorld
let http: KeepAlive

beforeAll(async () => {
  // However busy the machine is: this is not about how long one waits.
  app = await startTestService({ environment: { PROJECTION_WAIT_MS: '20000' } })
  world = await graphWorld(app)
  http = keepAlive(world.admin.token, clients)
}, 60_000)

afterAll(async () => {
  http?.close()
  await app?.stop()
})

const address = () => `${app.url}/api/permissions/graph`

/** A change that says whose it is. */
const put = async (revision: number, comment: string, schemas: string) => {
  const groups = { [world.groupId]: { [world.databaseId]: { data: { schemas } } } }
  const { status, body } = await http.call('PUT', address(), { revision, groups, comment })
  return { status, comment, schemas, body: JSON.parse(body) }
}

test('of many who change the same revision one succeeds, and the others learn of it', async () => {
  const winners: string[] = []
  for (let revision = 0; revision < rounds; revision += 1) {
    const answers = await Promise.all(
      Array.from({ length: clients }, (_, client) =>
        put(revision, `${revision} by ${client}`, levels[client % levels.length] ?? 'none'),
      ),
    )
    const [winner, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(winner?.body.revision).toBe(revision + 1)
    expect(winner?.body.groups[world.groupId][world.databaseId].data.schemas).toBe(winner?.schemas)
    const losers = answers.filter((answer) => answer !== winner)
    expect(new Set(losers.map(({ status, body }) => `${status} ${body.revision}`))).toEqual(
      new Set([`409 ${revision + 1}`]),
    )
    winners.push(winner?.comment ?? '')
  }
  const events = await collect(app.service.adapters.eventStore.readStream('permissions-graph'))
  expect(events.map(({ data }) => data as object)).toMatchObject(
    winners.map((comment, index) => ({ revision: index + 1, comment })),
  )
  const last = events.map(
    ({ data }) => (data as { changes: { from: string; to: string }[] }).changes,
  )
  const told = last.flat().filter((change) => 'right' in change && change.right === 'data')
  expect(told.slice(1).map(({ from }) => from)).toEqual(told.slice(0, -1).map(({ to }) => to))
}, 120_000)

test('every read is right for a revision that was current while it was under way', async () => {
  const reader = keepAlive(world.user.token, 8)
  const table = `${app.url}/api/table/${world.tables.orders}`
  await world.say(1, { schemas: 'none', native: 'none' })
  await world.say(world.groupId, { schemas: 'none', native: 'none' })
  // Changes by their number; the reader is let in after each odd one.
  let begun = 0
  let acknowledged = 0
  let unambiguous = 0
  let isOver = false

  const read = async () => {
    while (!isOver) {
      const from = acknowledged
      const { status } = await reader.call('GET', table)
      const legal = new Set<number>()
      for (let change = from; change <= begun; change += 1) legal.add(change % 2 === 1 ? 200 : 403)
      expect(legal).toContain(status)
      if (legal.size === 1) unambiguous += 1
    }
  }
  const flip = async () => {
    for (let change = 1; change <= 30; change += 1) {
      const before = unambiguous
      begun = change
      await world.say(world.groupId, { schemas: change % 2 === 1 ? 'read' : 'none' })
      acknowledged = change
      await until(
        async () => unambiguous,
        (reads) => reads > before,
      )
    }
    isOver = true
  }
  await Promise.all([flip(), ...Array.from({ length: 8 }, read)])
  reader.close()
}, 60_000)
