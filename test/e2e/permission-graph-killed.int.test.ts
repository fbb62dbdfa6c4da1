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

/** What a revision says of everybody: otherwise than the one before it. */
const levelOf = (revision: number) => (revision % 2 === 1 ? 'read' : 'none')

/** Makes the next revision, under a mark of its own; no answer where the connection broke before. */
const put = async (revision: number, mark: string) => {
  const groups = { 1: { 1: { data: { schemas: levelOf(revision + 1) } } } }
  const body = { revision, groups, comment: mark }
  const sent = http.call('PUT', `${service.url}/api/permissions/graph`, body)
  const answer = await sent.catch(() => undefined)
  return { mark, status: answer?.status, body: answer && JSON.parse(answer.body) }
}

type Told = { readonly revision: number; readonly comment: string }

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
    for (const { mark } of winners) acknowledged.set(now, mark)
    revision = now
  }

  const told: readonly Told[] = (await read('/history?limit=100')).reverse()
  expect(told.map((it) => it.revision)).toEqual(told.map((_, index) => index + 1))
  expect(told).toHaveLength(revision)
  expect(new Set(told.map(({ comment }) => comment)).size).toBe(revision)
  for (const { revision: at, comment } of told) {
    if (acknowledged.has(at)) expect(comment).toBe(acknowledged.get(at))
    const graph = await read(`?as_of=${at}`)
    expect([graph.revision, graph.groups[1][1].data.schemas]).toEqual([at, levelOf(at)])
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds - rounds / 6)
}, 120_000)
