import type { Evidence } from '../invariants/evidence.ts'
import { type Violation, violationsIn } from '../invariants/index.ts'
import type { Sent } from '../ledger.ts'
import { randomFrom } from '../random.ts'
import { clientOf } from './clients/client.ts'
import { startCrowd } from './clients/crowd.ts'
import { foundTown } from './clients/town.ts'
import { computerFor } from './computer.ts'
import { startDirector } from './director.ts'
import { gatherEvidence } from './evidence.ts'
import { createFaults } from './faults.ts'
import { createHints } from './hints.ts'
import { startCommandProcess } from './processes/command.ts'
import { ledBy } from './processes/led.ts'
import type { Surroundings } from './processes/place.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { startTrace } from './trace.ts'
import { connected, createServers, type Servers } from './world/servers.ts'

export type Simulated = {
  readonly seed: number
  readonly violations: readonly Violation[]
  readonly trace: readonly string[]
  /** How often each thing happened: `crash`, `call late`, `append conflict`, `answer 200` … */
  readonly counts: ReadonlyMap<string, number>
  readonly evidence: Evidence
  /** Milliseconds that passed in the simulation. */
  readonly simulatedMs: number
}

export type SimulationOptions = {
  readonly seed: number
  /** Things that clients begin, all together. */
  readonly steps: number
  /** Puts a bug into the servers, for tests of the simulator itself. */
  readonly plant?: (servers: Servers) => Servers
}

const writers = [1, 2, 3, 4].map((n) => `writer-${n}`)

/** Milliseconds of simulated time. */
const startPatience = 60_000
const endPatience = 900_000
/** What was on its way when its sender gave up has arrived by then. */
const latestMs = 10_000
/** What INV-12 grants. */
const mostCatchUpMs = 10_000

/** Lets time pass until something is there. */
const untilThere = async <T>(scheduler: Scheduler, promised: Promise<T>): Promise<T> => {
  let found: { readonly value: T } | undefined
  const finding = promised.then((value) => {
    found = { value }
  })
  await Promise.race([finding, scheduler.run(() => found !== undefined, startPatience)])
  if (!found) throw new Error('a sound service does not let clients begin')
  return found.value
}

/**
 * One run of everything on one scheduler: what happens, and when, follows from the seed alone. First
 * everything goes wrong while clients are at work; then nothing does, and all has to come to rest.
 */
export const simulate = async (options: SimulationOptions): Promise<Simulated> => {
  const { seed, steps, plant = (servers) => servers } = options
  const random = randomFrom(seed)
  const scheduler = createScheduler()
  const trace = startTrace(scheduler)
  const faults = createFaults(random.fork('faults'))
  const servers = plant(createServers(scheduler))
  const hints = createHints(random.fork('hints'), faults)
  const surroundings: Surroundings = { scheduler, servers, hints, faults, trace }
  const ledger: Sent[] = []

  const onComputers = <P>(launch: Parameters<typeof computerFor<P>>[3], ...names: string[]) =>
    names.map((name) => computerFor(surroundings, random, name, launch))
  const commands = onComputers(startCommandProcess, 'command-1', 'command-2')
  const projectors = onComputers(ledBy(random.chance(0.5)), 'projector-1', 'projector-2')
  const computers = [...commands, ...projectors]
  const illnesses = () =>
    computers.flatMap(({ name, running }) => {
      const illness = running()?.process.illness()
      return illness === undefined ? [] : [`${name} is ${illness}`]
    })
  const client = (name: string) =>
    clientOf({
      ...{ name, ledger, scheduler, faults, trace, processes: commands },
      random: random.fork(name),
    })

  await servers.eventStore.append('database-1', 'no_stream', [connected])
  for (const computer of computers) computer.start()
  await scheduler.run(() => illnesses().length === 0, startPatience)
  const town = await untilThere(scheduler, foundTown(client('founder'), random.chance(0.3)))

  const from = scheduler.now()
  const directed = { random: random.fork('director'), scheduler, faults, servers, computers }
  const director = startDirector(directed)
  const crowd = startCrowd(
    writers.map((name) => client(name)),
    { town, steps, scheduler },
  )
  await scheduler.run(crowd.isBegun, from + endPatience)
  director.stop()
  trace.note('director', 'nothing goes wrong any more')
  await scheduler.run(crowd.isDone, scheduler.now() + endPatience)
  await scheduler.run(() => false, scheduler.now() + latestMs)

  const to = scheduler.now()
  const catchUp = async () => {
    const began = scheduler.now()
    const head = await servers.eventStore.head()
    const isAtHead = () => servers.readModels.checkpoint() >= head
    const isCaughtUp = await scheduler.run(isAtHead, began + mostCatchUpMs)
    return isCaughtUp ? scheduler.now() - began : undefined
  }
  const caughtUpMs = await catchUp()
  await scheduler.run(() => illnesses().length === 0, to + startPatience)

  // Whoever comes then finds a service that has nothing wrong with it.
  trace.note('director', 'all is well')
  const visitors = writers.map((name) => client(name.replace('writer', 'visitor')))
  const later = startCrowd(visitors, { town, steps: writers.length, scheduler })
  await scheduler.run(later.isDone, scheduler.now() + endPatience)
  await catchUp()
  const evidence = await gatherEvidence(servers, {
    ...{ ledger, faults: [{ from, to }] },
    calm: {
      ...{ caughtUpMs, mostCatchUpMs, unhealthy: illnesses() },
      stuck: [...crowd.troubles(), ...later.troubles()],
      ...{ connections: 0, mostConnections: 0, zombies: [] },
    },
  })
  return {
    ...{ seed, evidence, violations: [...violationsIn(evidence), ...servers.applied.violations()] },
    ...{ trace: trace.lines, counts: faults.counts, simulatedMs: scheduler.now() },
  }
}
