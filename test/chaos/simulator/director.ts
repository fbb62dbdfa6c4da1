import type { Random } from '../random.ts'
import type { Computer } from './computer.ts'
import type { Faults } from './faults.ts'
import type { Scheduler } from './scheduler.ts'
import type { Servers } from './world/servers.ts'

type Stage = {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly servers: Servers
  readonly computers: readonly Computer<unknown>[]
}

/** What can go wrong beside calls and hints. */
type Mishap = {
  readonly name: string
  readonly weight: number
  befall(stage: Stage): void
}

/** Of all calls and hints, while faults are at work. */
const usualShare = 0.04

const mishaps: readonly Mishap[] = [
  {
    name: 'crash',
    weight: 6,
    befall: ({ random, scheduler, computers }) => {
      const computer = random.pick(computers)
      computer.crash()
      scheduler.after(random.between(1, 3_000), computer.start)
    },
  },
  {
    name: 'process stopped',
    weight: 3,
    // Now and then for longer than anybody waits for anything.
    befall: ({ random, computers }) =>
      random.pick(computers).stop(random.chance(0.8) ? random.between(100, 6_000) : 90_000),
  },
  {
    name: 'clock set',
    weight: 2,
    befall: ({ random, computers, servers }) => {
      const by = random.pick([-120_000, -5_000, 5_000, 120_000])
      if (random.chance(0.3)) servers.setClock(by)
      else random.pick(computers).setClock(by)
    },
  },
  {
    name: 'storm',
    weight: 2,
    befall: ({ random, scheduler, faults }) => {
      faults.set(0.3)
      scheduler.after(random.between(100, 2_000), () => faults.set(usualShare))
    },
  },
]

/** Lets things go wrong until it is told to stop; then all processes run, and all lines are whole. */
export const startDirector = (stage: Stage): { stop(): void } => {
  const { random, scheduler, faults, computers } = stage
  let isOver = false
  const untilOver: Faults = {
    ...faults,
    set: (share) => {
      if (!isOver) faults.set(share)
    },
  }
  untilOver.set(usualShare)
  const next = () =>
    void scheduler.after(random.between(50, 4_000), () => {
      if (isOver) return
      const mishap = random.weighted(mishaps)
      faults.count(mishap.name)
      mishap.befall({ ...stage, faults: untilOver })
      next()
    })
  next()
  return {
    stop: () => {
      isOver = true
      faults.set(0)
      for (const computer of computers) {
        computer.goOn()
        computer.start()
      }
    },
  }
}
