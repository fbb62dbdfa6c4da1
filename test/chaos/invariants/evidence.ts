import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import type { Sent } from '../ledger.ts'

/** Rows of read models by table, each as JSON text with its columns in order; sorted. */
export type Dump = Readonly<Record<string, readonly string[]>>

/** Clock of the ledger, milliseconds. */
export type Span = { readonly from: number; readonly to: number }

/** What was found once faults had stopped. */
export type Calm = {
  /** Milliseconds until the read models were at the head of the log; undefined: never. */
  readonly caughtUpMs: number | undefined
  /** Milliseconds they have for that. */
  readonly mostCatchUpMs: number
  /** Processes that are not healthy, and why. */
  readonly unhealthy: readonly string[]
  /** Sessions of the database that wait for a lock, or hold a transaction open and do nothing. */
  readonly stuck: readonly string[]
  /** Connections of the service to its database, and how many its pools may hold. */
  readonly connections: number
  readonly mostConnections: number
  /** Processes that ended and that nobody has reaped, or that nobody should have started. */
  readonly zombies: readonly string[]
}

/** One run of an action, as the target and the log know it. */
export type Run = {
  readonly mark: string
  /** How often the target was changed by it. */
  readonly changes: number
  /** What the log says of it; undefined: nothing. */
  readonly outcome: string | undefined
}

/** All that an invariant may look at after a run. */
export type Evidence = {
  readonly ledger: readonly Sent[]
  /** The whole log, as the store gives it. */
  readonly events: readonly RecordedEvent[]
  /** Builds that readers look at. */
  readonly builds: readonly { readonly projection: string; readonly position: bigint }[]
  /** What projections left behind, in words. */
  readonly failures: readonly string[]
  readonly live: Dump
  /** The same log folded into an empty schema. */
  readonly rebuilt: Dump
  /** What `audit verify` says of an export of the whole log; empty for a sound one. */
  readonly chain: readonly string[]
  readonly runs: readonly Run[]
  readonly calm: Calm
  /** When faults were at work, up to the moment all was healthy again. */
  readonly faults: readonly Span[]
}

/** Something that holds whatever happens. */
export type Invariant = {
  readonly id: string
  readonly about: string
  /** A sentence for each violation. */
  check(evidence: Evidence): readonly string[]
}
