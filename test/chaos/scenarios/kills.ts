import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Stage } from '../scenario.ts'
import { killAndStart, one, repeatedly } from './steps.ts'

/** Kills whoever is in the role, at some moment of its life, again and again. */
const killed =
  (role: string, most = 30) =>
  async (stage: Stage) => {
    const { random, world } = stage
    const count = await repeatedly(
      stage,
      `killing ${role}`,
      async () => {
        await sleep(random.between(50, 1_500))
        await killAndStart(random.pick(world.of(role)))
      },
      most,
    )
    return `kill -9 of ${role}, ${count} times`
  }

export const commandKilled: Scenario = {
  id: 'R-10',
  about: 'command processes are killed at any moment',
  play: killed('command'),
}
export const queryKilled: Scenario = {
  id: 'R-11',
  about: 'query processes are killed: writes do not notice',
  play: killed('query'),
}
export const projectorKilled: Scenario = {
  id: 'R-12',
  about: 'the projector is killed between rows and position',
  play: killed('projector'),
}
export const workerKilled: Scenario = {
  id: 'R-44',
  about: 'the worker is killed while it reads schemas over and over',
  async play(stage) {
    const { world, town, random } = stage
    const sync = async () => {
      const [url = ''] = world.addresses().command
      const headers = { 'X-Service-Session': town.admin }
      await fetch(`${url}/api/database/1/sync_schema`, { method: 'POST', headers })
    }
    const count = await repeatedly(stage, 'syncing and killing', async () => {
      await Promise.all([sync(), sync()])
      await sleep(random.between(50, 1_000))
      await killAndStart(random.pick(world.of('worker')))
    })
    return `two syncs at once, worker killed, ${count} times`
  },
}

export const standbyTakesOver: Scenario = {
  id: 'R-13',
  about: 'the leading projector is stopped longer than its lease, and wakes as a stale leader',
  async play(stage) {
    const { random, world } = stage
    const count = await repeatedly(stage, 'stopping a leader', async (index) => {
      const leader = one(stage, 'projector', index % world.of('projector').length)
      await leader.signal('SIGSTOP')
      await sleep(random.between(5_000, 9_000))
      await leader.signal('SIGCONT')
      await sleep(random.between(500, 2_000))
    })
    return `projectors stopped beyond their lease in turn, ${count} times`
  },
}

export const drained: Scenario = {
  id: 'R-39',
  about: 'SIGTERM under load: everything under way is answered, exit 0 within 10 s',
  async play(stage) {
    const { random, world } = stage
    const count = await repeatedly(stage, 'SIGTERM', async () => {
      const victim = random.pick(world.processes)
      const toldAt = performance.now()
      await victim.signal('SIGTERM')
      const tookMs = performance.now() - toldAt
      const end = await victim.ended
      stage.expect(end === 0, `${victim.name} ended with ${end}`)
      stage.expect(tookMs < 12_000, `${victim.name} took ${Math.round(tookMs)} ms to end`)
      await victim.start()
      await sleep(500)
    })
    return `${count} processes told to end, and started again`
  },
}
