import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { until } from '../support/until.ts'
import type { Evidence } from './invariants/evidence.ts'
import { violationsIn } from './invariants/index.ts'
import { isAcknowledged } from './ledger.ts'
import { play } from './play.ts'
import { randomFrom } from './random.ts'
import type { Scenario } from './scenario.ts'
import { afterWrites, killAndStart, one } from './scenarios/steps.ts'
import { untilHealthy } from './world/calm.ts'
import { oneOfEach } from './world/layout.ts'
import { startLiar } from './world/liar.ts'
import { ask, sharedPostgres } from './world/postgres.ts'
import { openWorld, type World } from './world/world.ts'

const seed = 20_261_122

let world: World

beforeAll(async () => {
  world = await openWorld({
    layout: oneOfEach,
    startPostgres: sharedPostgres,
    random: randomFrom(seed),
  })
  await untilHealthy(world.processes)
}, 300_000)

afterAll(() => world?.end(), 30_000)

const everything: Scenario = {
  id: 'smoke',
  about: 'processes die and stop, servers go away and lie, all within one crowd',
  crowd: { writers: 4, readers: 2 },
  async play(stage) {
    const more = 5
    await killAndStart(one(stage, 'command'))
    await afterWrites(stage, more)

    await one(stage, 'projector').signal('SIGSTOP')
    await sleep(1_500)
    await one(stage, 'projector').signal('SIGCONT')
    await afterWrites(stage, more)

    const liar = await startLiar(world.nats.url)
    await afterWrites(stage, more)
    await until(
      async () => liar.heard(),
      (heard) => heard > 0,
      60_000,
    )
    await liar.stop()
    await world.nats.stop()
    await world.redis.stop()
    await afterWrites(stage, more)

    const sessions = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    for (let round = 0; round < 3; round += 1) {
      await ask(world.database, sessions)
      await afterWrites(stage, 2)
    }
    world.ways.database.set({ kind: 'delay', ms: 2, jitter: 10 })
    await afterWrites(stage, more)
    return 'everything once'
  },
}

test('a crowd finds every promise kept, whatever is killed, stopped, cut or forged', async () => {
  const { violations, acknowledged, evidence } = await play({
    ...{
      world,
      scenario: everything,
      seconds: 0,
      quietMs: 300,
      isPatient: true,
      progress: () => undefined,
    },
    random: randomFrom(seed),
  })
  expect(violations).toEqual([])
  expect(acknowledged).toBeGreaterThan(20)

  // And it would have been found: a write that is gone, a row that differs, a right that stayed.
  const found = (more: Partial<Evidence>) => [
    ...new Set(violationsIn({ ...evidence, ...more }).map(({ id }) => id)),
  ]
  const [told] = evidence.ledger.filter((it) => it.leaves && isAcknowledged(it))
  const gone = evidence.events.filter(({ metadata }) => metadata.requestId !== told?.requestId)
  expect(found({ events: gone })).toContain('INV-1')
  expect(found({ live: { ...evidence.live, users: [] } })).toEqual(['INV-5', 'INV-9'])
  const served = evidence.ledger.filter((it) => !it.leaves && isAcknowledged(it)).slice(0, 1)
  const unearned = served.map((it) => ({ ...it, needs: 'what nobody was given' }))
  expect(found({ ledger: [...evidence.ledger, ...unearned] })).toEqual(['INV-8'])
}, 900_000)
