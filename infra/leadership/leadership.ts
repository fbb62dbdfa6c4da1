/** Work that one process at a time does for all of them. */
export type Leadership = {
  /**
   * Has the work done whenever this process leads: until it is stopped or another process takes
   * over. Then `signal` aborts, and the work ends soon.
   */
  lead(work: (term: Term) => Promise<void>): void
  status(): LeadershipStatus
  facts(): LeadershipFacts
  /** The work has ended, and another process may lead at once. */
  stop(): Promise<void>
}

export type LeadershipStatus = 'leader' | 'standby' | 'stopped'

export type Term = {
  /** Grows with every change of leader: what an earlier one still writes can be told from ours. */
  readonly epoch: bigint
  readonly signal: AbortSignal
  /** What writes of this term are conditional on; undefined where there is nobody else. */
  readonly fence?: Fence
}

/** The lease and the epoch that must be the newest for a write to count. */
export type Fence = { readonly lease: string; readonly epoch: bigint }

export type LeadershipFacts = {
  readonly status: LeadershipStatus
  /** The newest epoch known of, and whose it is. */
  readonly epoch: bigint
  readonly leader: string | undefined
}
