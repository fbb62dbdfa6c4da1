import { setTimeout as sleep } from 'node:timers/promises'
import { rights } from '../clients/rights.ts'
import type { Scenario, Stage } from '../scenario.ts'
import { repeatedly } from './steps.ts'

const allProjectors = ({ world }: Stage, signal: NodeJS.Signals) =>
  Promise.all(world.of('projector').map((it) => it.signal(signal)))

export const revokedWhileStopped: Scenario = {
  id: 'R-20',
  about: 'projectors are stopped while rights are taken away: what is acknowledged holds at once',
  crowd: { works: rights },
  async play(stage) {
    const count = await repeatedly(stage, 'stopping projectors', async () => {
      await allProjectors(stage, 'SIGSTOP')
      await sleep(stage.random.between(200, 3_000))
      await allProjectors(stage, 'SIGCONT')
      await sleep(stage.random.between(200, 1_000))
    })
    return `all projectors stopped for 0.2 to 3 s, ${count} times`
  },
}

const rebuilds = ['card', 'user', 'data-grant'] as const

const tool = ({ world }: Stage, ...args: readonly string[]) => world.command('projections', ...args)

export const rebuiltUnderLoad: Scenario = {
  id: 'R-22',
  about: 'read models are rebuilt, killed on the way, verified and promoted while people write',
  async play(stage) {
    let killed = 0
    const count = await repeatedly(
      stage,
      'rebuilding',
      async (index) => {
        const name = stage.random.pick(rebuilds)
        for (let life = 0; index === 0 && life < 5; life += 1) {
          const building = tool(stage, 'rebuild', name)
          await sleep(stage.random.between(300, 1_500))
          if (building.isRunning()) killed += 1
          await building.signal('SIGKILL')
        }
        // One that was complete before it could be killed is verified as it is.
        await tool(stage, 'rebuild', name).ended
        const verified = tool(stage, 'verify', name)
        stage.expect((await verified.ended) === 0, `${name}: ${verified.output().slice(-500)}`)
        const promoted = tool(stage, 'promote', name)
        stage.expect((await promoted.ended) === 0, `${name}: ${promoted.output().slice(-500)}`)
      },
      4,
    )
    return `${count} rebuilds, verified and promoted; ${killed} killed on the way`
  },
}
