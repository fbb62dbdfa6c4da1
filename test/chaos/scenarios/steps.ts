import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import { isAcknowledged } from '../ledger.ts'
import type { Stage } from '../scenario.ts'
import { untilHealthy } from '../world/calm.ts'
import type { ServiceProcess } from '../world/service-process.ts'

/** The process of a role that stands first, or another one by its place. */
export const one = ({ world }: Pick<Stage, 'world'>, role: string, index = 0): ServiceProcess => {
  const found = world.of(role)[index]
  if (!found) throw new Error(`there is no ${role} number ${index + 1}`)
  return found
}

/** Goes on once so many writes more were acknowledged, however long that takes. */
export const afterWrites = async (
  { ledger }: Pick<Stage, 'ledger'>,
  more: number,
): Promise<void> => {
  const count = async () => ledger.filter((it) => it.leaves && isAcknowledged(it)).length
  const from = await count()
  await until(count, (done) => done >= from + more, 240_000)
}

/** Again and again for as long as faults shall be at work; answers how often. */
export const repeatedly = async (
  { seconds, progress }: Pick<Stage, 'seconds' | 'progress'>,
  what: string,
  turn: (index: number) => Promise<unknown>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const end = performance.now() + seconds * 1_000
  let index = 0
  for (; index < most && (index === 0 || performance.now() < end); index += 1) {
    progress(`${what}, ${index + 1}`)
    await turn(index)
  }
  return index
}

/** Kills a process in the middle of whatever it does and starts it again. */
export const killAndStart = async (victim: ServiceProcess): Promise<void> => {
  await victim.signal('SIGKILL')
  await victim.start()
}

/** For the time that faults shall be at work, or a part of it. */
export const meanwhile = ({ seconds }: Pick<Stage, 'seconds'>, share = 1): Promise<void> =>
  sleep(seconds * 1_000 * share)

/** Waits until every process says that it is well. */
export const allWell = ({ world }: Pick<Stage, 'world'>): Promise<unknown> =>
  untilHealthy(world.processes.filter((it) => it.isRunning()))
