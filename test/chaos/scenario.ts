import type { LogStore } from '../../infra/event-store/log-home.ts'
import type { Crowd, CrowdOptions } from './clients/crowd.ts'
import type { Town } from './clients/town.ts'
import type { Run } from './invariants/evidence.ts'
import type { Sent } from './ledger.ts'
import type { Random } from './random.ts'
import type { MortalPostgres } from './world/postgres.ts'
import type { World } from './world/world.ts'

/** What a scenario has at hand. */
export type Stage = {
  readonly world: World
  readonly town: Town
  readonly random: Random
  readonly ledger: Sent[]
  readonly crowd: Crowd
  /** How long faults shall be at work, seconds. */
  readonly seconds: number
  /** One line that is replaced by the next. */
  progress(text: string): void
  /** Something this scenario expects beside what always holds. */
  expect(holds: boolean, otherwise: string): void
  /** Runs of actions that INV-11 looks at. */
  readonly runs: Run[]
}

/** One way in which a world goes wrong. */
export type Scenario = {
  /** Of the catalogue: `R-10`. */
  readonly id: string
  readonly about: string
  /** Why it cannot be played on this machine; undefined where it can. */
  readonly missing?: () => string | undefined
  /** Why it says nothing where the log is in that store. */
  readonly notOn?: Readonly<Partial<Record<LogStore, string>>>
  /** Of a world of its own: a Postgres of another kind. */
  readonly startPostgres?: () => Promise<MortalPostgres>
  /** Of the clients that are at work meanwhile. */
  readonly crowd?: Pick<CrowdOptions, 'writers' | 'readers' | 'works' | 'rest'>
  /** Does it; answers what was done, in a few words. */
  play(stage: Stage): Promise<string>
}
