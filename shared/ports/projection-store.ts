import type { ChangeSet } from '../views/change-set.ts'

/** A stream one projection could not follow; its later events are skipped for that projection. */
export type ProjectionFailure = {
  readonly projection: string
  readonly stream: string
  readonly position: bigint
  readonly error: string
}

/**
 * Where read models live. Rows, failures and checkpoint move together in one transaction, and only
 * from the checkpoint the caller believes in: two projectors cannot both win.
 */
export type ProjectionStore = {
  /** Position of the last event applied; 0n at first. */
  checkpoint(): Promise<bigint>
  failures(): Promise<readonly ProjectionFailure[]>
  /** `moved`: somebody else moved the checkpoint; nothing was written. */
  commit(batch: {
    readonly from: bigint
    readonly to: bigint
    readonly changes: ChangeSet
    readonly failures: readonly ProjectionFailure[]
  }): Promise<'committed' | 'moved'>
}

/** The rows themselves are refused by the database; trying again cannot help. */
export class UnwritableChanges extends Error {
  override readonly name = 'UnwritableChanges'
}
