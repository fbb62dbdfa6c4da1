import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf } from './clients/client.ts'
import { startCrowd } from './clients/crowd.ts'
import { foundTown } from './clients/town.ts'
import type { Evidence, Run, Span } from './invariants/evidence.ts'
import { type Violation, violationsIn } from './invariants/index.ts'
import { isAcknowledged, outcomeOf, type Sent } from './ledger.ts'
import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'
import { untilHealthy } from './world/calm.ts'
import { gatherEvidence } from './world/evidence.ts'
import { calmOf } from './world/settled.ts'
import type { World } from './world/world.ts'

export type Played = {
  readonly scenario: Scenario
  /** What was done, in a few words. */
  readonly done: string
  readonly acknowledged: number
  /** How often each answer came that is none: `503 unavailable`, `cut`. */
  readonly errors: ReadonlyMap<string, number>
  readonly violations: readonly Violation[]
  readonly seconds: number
  readonly evidence: Evidence
}

type Options = {
  readonly world: World
  readonly scenario: Scenario
  readonly random: Random
  readonly seconds: number
  readonly progress: (text: string) => void
  /** Milliseconds without faults, before and after. */
  readonly quietMs?: number
  /** On a machine that may be busy with anything: nothing is late, and any request may be cut. */
  readonly isPatient?: boolean
}

const errorsIn = (ledger: readonly Sent[]): ReadonlyMap<string, number> => {
  const errors = new Map<string, number>()
  for (const sent of ledger) {
    if (sent.reply.kind === 'answered' && sent.reply.status < 500) continue
    const outcome = outcomeOf(sent)
    errors.set(outcome, (errors.get(outcome) ?? 0) + 1)
  }
  return errors
}

/** Plays a scenario while a crowd is at work, and looks at what is left of the world. */
export const play = async (options: Options): Promise<Played> => {
  const { world, scenario, seconds, progress, quietMs = 1_000, isPatient = false } = options
  const startedAt = performance.now()
  const random = options.random.fork(scenario.id)
  const ledger: Sent[] = []
  const runs: Run[] = []
  const unmet: Violation[] = []
  const { addresses } = world
  const founder = clientOf({ name: 'founder', random, ledger, addresses, isDone: () => false })
  const town = await foundTown(founder, world.admin)
  founder.close()
  const crowd = startCrowd({ random, ledger, town, addresses, ...scenario.crowd })
  await sleep(quietMs)

  const from = performance.now()
  const done = await scenario
    .play({
      ...{ world, town, random, ledger, crowd, seconds, progress, runs },
      expect: (holds, text) => {
        if (!holds) unmet.push({ id: scenario.id, text })
      },
    })
    .finally(() => world.mend())
  progress('waiting until all is well again')
  await untilHealthy(world.processes)
  const forever: Span = { from: 0, to: Number.POSITIVE_INFINITY }
  const faults: readonly Span[] = [isPatient ? forever : { from, to: performance.now() }]
  await sleep(quietMs)
  progress('letting everybody finish')
  await crowd.stop()
  progress('looking at what is left')
  const calm = await calmOf(world, isPatient ? Number.POSITIVE_INFINITY : undefined)
  const evidence = await gatherEvidence(world, { ledger, calm, runs, faults })
  return {
    scenario,
    done,
    acknowledged: ledger.filter((it) => it.leaves && isAcknowledged(it)).length,
    errors: errorsIn(ledger),
    violations: [...unmet, ...violationsIn(evidence)],
    seconds: (performance.now() - startedAt) / 1_000,
    evidence,
  }
}
