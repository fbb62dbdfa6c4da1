import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type KeepAlive, keepAlive } from '../support/keep-alive.ts'
import { type MortalService, startMortalService } from '../support/mortal-service.ts'
import { adminEmail, adminPassword } from '../support/service.ts'

const clients = 16
const rounds = 24
const isKilledIn = (round: number) => round % 6 === 3

let service: MortalService
let http: KeepAlive

beforeAll(async () => {
  // However busy the machine is: this is not about how long one waits.
  service = await startMortalService({ PROJECTION_WAIT_MS: '20000' })
  const login = await fetch(`${service.url}/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: adminEmail, password: adminPassword }),
  })
  const { id } = (await login.json()) as { id: string }
  http = keepAlive(id, clients)
}, 60_000)

afterAll(async () => {
  http?.close()
  await service?.end()
}, 30_000)

const read = async (query = '') => {
  const { status, body } = await http.call('GET', `${service.url}/api/permissions/graph${query}`)
  expect(status).toBe(200)
  return JSON.parse(body)
}

/** Opens a schema that nobody else opens; undefined where the connection broke before the answer. */
const put = async (revision: number, schema: string) => {
  const groups = { 1: { 1: { data: { schemas: { [schema]: 'read' } } } } }
  const sent = http.call('PUT', `${service.url}/api/permissions/graph`, { revision, groups })
  const answer = await sent.catch(() => undefined)
  return { schema, status: answer?.status, body: answer && JSON.parse(answer.body) }
}

/** The schemas that were opened until a revision. */
const schemasAt = async (revision: number): Promise<readonly string[]> => {
  const graph = await read(`?as_of=${revision}`)
  expect(graph.revision).toBe(revision)
  const { schemas } = graph.groups[1][1].data
  return schemas === 'all' ? [] : Object.keys(schemas)
}

test('no acknowledged change is lost, doubled or overtaken, however often the process dies', async () => {
  const acknowledged = new Map<number, string>()
  let revision = 0
  for (let round = 0; round < rounds; round += 1) {
    const racing = Promise.all(
      Array.from({ length: clients }, (_, client) => put(revision, `r${round}c${client}`)),
    )
    if (isKilledIn(round)) {
      await sleep(round)
      await service.kill()
    }
    const answers = await racing
    if (isKilledIn(round)) await service.start()

    const winners = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 409)
    const { revision: now } = await read()
    expect([revision, revision + 1]).toContain(now)
    expect(winners.length).toBeLessThanOrEqual(now - revision)
    expect(refused.map(({ body }) => body.revision)).toEqual(refused.map(() => now))
    if (!isKilledIn(round)) {
      expect([winners.length, refused.length]).toEqual([1, clients - 1])
    }
    for (const { schema } of winners) acknowledged.set(now, schema)
    revision = now
  }

  let before: readonly string[] = []
  for (let at = 1; at <= revision; at += 1) {
    const schemas = await schemasAt(at)
    const [added, ...more] = schemas.filter((schema) => !before.includes(schema))
    expect([schemas.length, more]).toEqual([at, []])
    if (acknowledged.has(at)) expect(added).toBe(acknowledged.get(at))
    before = schemas
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds - rounds / 6)
}, 120_000)
