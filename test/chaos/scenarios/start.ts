import type { Scenario, Stage } from '../scenario.ts'
import { meanwhile } from './steps.ts'

/** What processes say of themselves when they cannot serve. */
const readyStatus = async (url: string): Promise<number | undefined> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    () => undefined,
  )

const endAll = ({ world }: Stage) => Promise.all(world.processes.map((it) => it.signal('SIGKILL')))

export const absentAtStart: Scenario = {
  id: 'R-40',
  about:
    'everything is absent while processes start: they wait, say so, and serve when it is there',
  crowd: { writers: 2, readers: 1 },
  async play(stage) {
    const { world } = stage
    await endAll(stage)
    for (const way of Object.values(world.ways)) way.set({ kind: 'refuse' })
    await Promise.all(world.processes.map((it) => it.start()))
    const said = await Promise.all(world.processes.map(({ url }) => readyStatus(url)))
    stage.expect(
      said.every((status) => status === 503),
      `/readyz answered ${said.join(', ')} without a database`,
    )
    await meanwhile(stage)
    const alive = world.processes.filter((it) => !it.isRunning()).map(({ name }) => name)
    stage.expect(alive.length === 0, `${alive.join(', ')} did not wait`)
    return 'all processes started without database, bus and Redis'
  },
}
