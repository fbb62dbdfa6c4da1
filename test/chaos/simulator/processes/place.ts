import type { Random } from '../../random.ts'
import type { Faults } from '../faults.ts'
import type { Hints } from '../hints.ts'
import type { Life } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Trace } from '../trace.ts'
import type { Servers } from '../world/servers.ts'

/** What is there for all processes of a simulation. */
export type Surroundings = {
  readonly scheduler: Scheduler
  readonly servers: Servers
  readonly hints: Hints
  readonly faults: Faults
  readonly trace: Trace
}

/** Where a process runs: what it stands on, and what is its own. */
export type Place = Surroundings & {
  readonly name: string
  readonly life: Life
  readonly random: Random
  /** By the clock of its computer, which may be wrong. */
  now(): Date
}
