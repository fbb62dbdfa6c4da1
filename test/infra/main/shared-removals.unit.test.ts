import { expect, test } from '@jest/globals'
import { localBus } from '../../../infra/bus/local.ts'
import type { HeldConnections } from '../../../infra/main/connections.ts'
import { withSharedRemovals } from '../../../infra/main/shared-removals.ts'

const nothing = async (): Promise<never> => {
  throw new Error('nobody connects here')
}

/** Two processes that hold connections to databases 1 and 2, of which readers see `there`. */
const twoProcesses = () => {
  const hints = localBus()
  const lab = { there: [1, 2], isVisible: true, looks: 0, problems: [] as unknown[] }
  const aProcess = () => {
    const held = new Set([1, 2])
    const own: HeldConnections = {
      driverOf: () => nothing as never,
      targetOf: nothing,
      held: () => [...held].map((id) => ({ id, engine: 'postgres' })),
      release: async ({ id }) => void held.delete(id),
    }
    const connections = withSharedRemovals(own, {
      hints,
      existing: async (ids) => {
        lab.looks += 1
        return ids.filter((id) => lab.there.includes(id))
      },
      visible: async () => lab.isVisible,
      onProblem: (error) => lab.problems.push(error),
    })
    return { connections, held }
  }
  return { lab, hints, one: aProcess(), two: aProcess() }
}

const soon = () => new Promise(setImmediate)

test('a database that one process deletes is let go of by the others once readers see it', async () => {
  const { lab, one, two } = twoProcesses()
  lab.there = [1]
  await one.connections.release({ id: 2, engine: 'postgres' })
  await soon()
  expect([[...one.held], [...two.held]]).toEqual([[1], [1]])
  expect(lab.problems).toEqual([])
})

test('nobody is told of what readers do not see yet', async () => {
  const { lab, one, two } = twoProcesses()
  lab.isVisible = false
  await one.connections.release({ id: 2, engine: 'postgres' })
  await soon()
  expect([[...two.held], lab.looks]).toEqual([[1, 2], 0])
})

test('a liar ends no connection, and many lies are two looks a process', async () => {
  const { lab, hints, one, two } = twoProcesses()
  for (let n = 0; n < 1_000; n += 1) hints.publish('databases.removed', {})
  await soon()
  expect([one.held.size, two.held.size]).toEqual([2, 2])
  expect(lab.looks).toBeLessThanOrEqual(4)
})
