import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { startLiar } from '../world/liar.ts'
import { afterWrites, meanwhile, repeatedly } from './steps.ts'

export const forged: Scenario = {
  id: 'R-14',
  about: 'hints are lost, tripled, reordered and forged: only how long one waits may change',
  async play(stage) {
    const { world } = stage
    const liar = await startLiar(world.nats.url)
    await meanwhile(stage, 0.5)
    stage.expect(liar.heard() > 0, 'nobody said anything on the bus')
    const heard = liar.heard()
    await liar.stop()
    world.ways.bus.set({ kind: 'blackhole' })
    await meanwhile(stage, 0.5)
    return `${heard} messages answered with lies, then none delivered`
  },
}

export const busKilled: Scenario = {
  id: 'R-15',
  about: 'NATS is killed with all it had, again and again',
  async play(stage) {
    const { world, random } = stage
    const count = await repeatedly(stage, 'killing NATS', async () => {
      await world.nats.stop()
      await afterWrites(stage, 2)
      await world.nats.ensure()
      await sleep(random.between(100, 1_000))
    })
    return `killed and emptied ${count} times`
  },
}

export const countsAway: Scenario = {
  id: 'R-19',
  about: 'Redis is killed, silent, refusing and emptied: nothing fails, nothing is unlimited',
  async play(stage) {
    const { world } = stage
    const failures = () =>
      stage.ledger.filter(({ reply }) => reply.kind !== 'answered' || reply.status >= 500)
    const before = failures().length
    for (const kind of ['refuse', 'blackhole', 'mute', 'half-open'] as const) {
      stage.progress(kind)
      world.ways.limits.set({ kind })
      await meanwhile(stage, 0.2)
    }
    world.ways.limits.set({ kind: 'pass' })
    await world.redis.stop()
    const [url = ''] = world.addresses().query
    const { headers } = await fetch(`${url}/api/user/current`)
    stage.expect(headers.has('x-rate-limit-limit'), 'an answer said nothing of limits')
    await meanwhile(stage, 0.2)
    await world.redis.ensure()
    stage.expect(failures().length === before, 'requests failed because Redis was away')
    return 'refuse, blackhole, mute, half-open, kill -9'
  },
}
