import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Service } from '../../infra/main/service.ts'
import { type GraphWorld, graphWorld } from '../support/graph.ts'
import { startTestService, type TestService } from '../support/service.ts'

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

/**
 * What was said, and when: asked for at `from`, acknowledged at `to`, in milliseconds. Where it was
 * not acknowledged it is in force with the next one that is, at the latest.
 */
type Flip = { readonly open: boolean; readonly from: number; readonly to: number }
/** What somebody was answered, and between which moments. */
type Seen = {
  readonly what: string
  readonly status: number
  readonly from: number
  readonly to: number
}

const timed = async <T>(work: () => Promise<T>) => {
  const from = performance.now()
  const result = await work()
  return { result, from, to: performance.now() }
}

/** It may have held from when it was asked for until the next one was in force. */
const mayHold = (flips: readonly Flip[], { from, to }: Seen, open: boolean): boolean =>
  flips.some((flip, index) => {
    const end = Math.min(...flips.slice(index + 1).map((later) => later.to))
    return flip.open === open && flip.from <= to && end >= from
  })

const legalStatus = (flips: readonly Flip[], seen: Seen): boolean =>
  seen.status === 503 ||
  (seen.status === 200 && mayHold(flips, seen, true)) ||
  (seen.status === 403 && mayHold(flips, seen, false))

const leastFlips = 40
/** Enough of both answers to say something, and of no answer at all. */
const enough = (flips: readonly Flip[], seen: readonly Seen[]) =>
  flips.length >= leastFlips &&
  [200, 403].every((status) => seen.filter((it) => it.status === status).length >= 20)

test('whoever reads while the graph flips is answered by a right of that very while', async () => {
  const query = {
    database: world.databaseId,
    type: 'query',
    query: { 'source-table': world.tables.orders, limit: 1 },
  }
  const asks = [
    ['GET', `/api/table/${world.tables.orders}`],
    ['GET', `/api/table/${world.tables.orders}/query_metadata`],
    ['POST', '/api/dataset', query],
    ['POST', '/api/dataset/csv', { query }],
  ] as const
  const flips: Flip[] = []
  const seen: Seen[] = []
  let over = false

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
      over = enough(flips, seen)
      await sleep(Math.max(0, 50 - (said.to - said.from)))
    }
  }

  const read = async (url: string, [method, path, body]: readonly [string, string, object?]) => {
    while (!over) {
      const { result, from, to } = await timed(async () => {
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
      })
      seen.push({ what: `${method} ${path}`, status: result, from, to })
    }
  }

  const before: Flip = { open: false, from: 0, to: performance.now() }
  const readers = [app.url, twin.url].flatMap((url) => asks.map((ask) => read(url, ask)))
  const flipping = flip().finally(() => {
    over = true
  })
  await Promise.all([flipping, ...readers])
  const illegal = seen.filter((it) => !legalStatus([before, ...flips], it))
  expect(illegal).toEqual([])
}, 60_000)
