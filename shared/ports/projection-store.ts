import type { ChangeSet } from '../views/change-set.ts'

/** A stream one projection could not follow; its later events are skipped for that projection. */
export type ProjectionFailure = {
  readonly projection: string
  readonly stream: string
  readonly position: bigint
  readonly error: string
}

export const buildStates = ['building', 'ready', 'active', 'previous', 'broken'] as const

/**
 * `building`: being filled. `ready`: complete and fed, but nobody reads it. `active`: what readers
 * see. `previous`: replaced, and still fed, so that it can come back. `broken`: could not follow.
 */
export type BuildState = (typeof buildStates)[number]

/** One physical copy of a projection's tables. */
export type Build = {
  readonly id: number
  /** Name of the projection. */
  readonly projection: string
  readonly version: number
  /** Of version and shape of the tables: builds of one fingerprint hold the same rows. */
  readonly fingerprint: string
  readonly state: BuildState
  /** Position of the last event applied; 0n at first. */
  readonly position: bigint
}

export type FedBuild = Build & { readonly failures: readonly ProjectionFailure[] }

/** A build's way from its position to another one. */
export type BuildStep = {
  readonly build: Build
  readonly to: bigint
  readonly changes: ChangeSet
  readonly failures: readonly ProjectionFailure[]
}

/**
 * Where read models live. Rows, failures and positions of all builds move together in one
 * transaction, and only from the positions the caller believes in: two projectors cannot both win.
 */
export type ProjectionStore = {
  /** Readers see every event up to here: the least position of the builds in use; 0n at first. */
  checkpoint(): Promise<bigint>
  /** What the builds in use left behind. */
  failures(): Promise<readonly ProjectionFailure[]>
  /** The builds to feed. */
  builds(): Promise<readonly FedBuild[]>
  /**
   * `fed` names every build the caller feeds. Answers the checkpoint; `moved` when a position or
   * the set of builds is another one by now, and then nothing was written.
   * @throws {UnwritableChanges}
   */
  commit(fed: readonly number[], steps: readonly BuildStep[]): Promise<bigint | 'moved'>
  /** Feeds a build nobody reads no longer: it is `broken`. */
  setAside(build: Build, failure: ProjectionFailure): Promise<void>
}

/** Rows of a build are refused by the database; trying again cannot help. */
export class UnwritableChanges extends Error {
  override readonly name = 'UnwritableChanges'
  readonly build: number

  constructor(build: number, message: string) {
    super(message)
    this.build = build
  }
}
