import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Service } from '../../infra/main/service.ts'
import { type GraphWorld, graphWorld } from '../support/graph.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let twin: Service
let world: GraphWorld

beforeAll(async () => {
  app = await startTestService()
  world = await graphWorld(app)
  await world.say(1, { schemas: 'none', native: 'none' })
  twin = await app.startTwin()
}, 60_000)

afterAll(() => app?.stop(), 30_000)

type While = { readonly from: number; readonly to: number }
/**
 * What was said: asked for at `from`, acknowledged at `to`, in milliseconds. Where it was not
 * acknowledged it is in force with the next one that is, at the latest.
 */
type Flip = While & { readonly open: boolean }
/** What somebody was answered. */
type Seen = While & { readonly what: string; readonly status: number }

/** Each may have held from when it was asked for until the next one was in force. */
const reigns = (flips: readonly Flip[]): readonly Flip[] =>
  flips.map((flip, index) => ({
    ...flip,
    to: Math.min(...flips.slice(index + 1).map(({ to }) => to)),
  }))

/** The answers there may have been a right for at some moment between request and reply. */
const legal = (flips: readonly Flip[], { from, to }: While): ReadonlySet<number> =>
  new Set(
    flips.flatMap((flip) => (flip.from <= to && flip.to >= from ? [flip.open ? 200 : 403] : [])),
  )

/** Reads that began and ended between two flips: for these only one answer is right. */
const decisive = (flips: readonly Flip[], seen: readonly Seen[], status: number): number =>
  seen.filter((it) => {
    const answers = legal(flips, it)
    return answers.size === 1 && answers.has(status)
  }).length

const leastFlips = 30
const leastDecisive = 20
const betweenFlipsMs = 50
/** Of two readers: one at least has both asked and been answered between the flips. */
const answersBetweenFlips = 4

const timed = async <T>(work: () => Promise<T>) => {
  const from = performance.now()
  const result = await work()
  return { result, from, to: performance.now() }
}

test('whoever reads while the graph flips is answered by a right of that very while', async () => {
  const query = {
    database: world.databaseId,
    type: 'query',
    query: { 'source-table': world.tables.orders, limit: 1 },
  }
  const asks: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['POST', '/api/dataset', query],
    ['GET', `/api/table/${world.tables.orders}`],
    ['POST', '/api/dataset/csv', { query }],
    ['GET', `/api/table/${world.tables.orders}/query_metadata`],
  ]
  const flips: Flip[] = [{ open: false, from: 0, to: performance.now() }]
  const seen: Seen[] = []
  let over = false

  const isEnough = () => {
    const now = reigns(flips)
    return (
      flips.length > leastFlips &&
      [200, 403].every((status) => decisive(now, seen, status) >= leastDecisive)
    )
  }

  const flip = async () => {
    let revision = await world.revision()
    for (let open = true; !over; open = !open) {
      const schemas = open ? 'all' : 'none'
      const groups = { [world.groupId]: { [world.databaseId]: { data: { schemas } } } }
      const said = await timed(() =>
        world.admin.put('/api/permissions/graph', { revision, groups }),
      )
      const { status } = said.result
      expect([200, 503]).toContain(status)
      revision += 1
      const to = status === 200 ? said.to : Number.POSITIVE_INFINITY
      flips.push({ open, from: said.from, to })
      const answered = seen.length
      await sleep(betweenFlipsMs)
      await until(
        async () => seen.length - answered,
        (answers) => answers >= answersBetweenFlips,
      )
      over = isEnough()
    }
  }

  const askOnce = async (url: string, [method, path, body]: (typeof asks)[number]) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'X-Service-Session': world.user.token,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const read = async (url: string) => {
    for (let turn = 0; !over; turn += 1) {
      const ask = asks[turn % asks.length] ?? ['GET', '/api/table']
      const { result: status, from, to } = await timed(() => askOnce(url, ask))
      seen.push({ what: `${ask[0]} ${ask[1]}`, status, from, to })
    }
  }

  const flipping = flip().finally(() => {
    over = true
  })
  await Promise.all([flipping, read(app.url), read(twin.url)])
  const final = reigns(flips)
  // Too busy to answer is no answer; it gives nothing away.
  const wrong = seen.filter((it) => it.status !== 503 && !legal(final, it).has(it.status))
  expect(wrong).toEqual([])
}, 60_000)
