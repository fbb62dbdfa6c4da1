import type { BuildState } from './projection-store.ts'

/** What a verification found about one table of a build. */
export type TableVerdict = {
  readonly table: string
  readonly rows: number
  /** Of the columns compared, or of all where there is nothing to compare with. */
  readonly checksum: string
  /** The same table as readers see it, in the columns both have; null where there is none. */
  readonly live: {
    readonly rows: number
    readonly checksum: string
    readonly columns: readonly string[]
    readonly equal: boolean
  } | null
  /** Rows that were folded from the log by other means; null where equal builds speak for it. */
  readonly sample: {
    readonly rows: number
    /** Where table and fold disagree: the row's key, and the column or `(row)` for all of it. */
    readonly wrong: readonly { readonly key: string; readonly column: string }[]
  } | null
}

export type Verdict = {
  /** ISO 8601. */
  readonly at: string
  readonly position: bigint
  /** The build it was compared with; null where there was none. */
  readonly against: number | null
  readonly agrees: boolean
  readonly tables: readonly TableVerdict[]
}

export type BuildOverview = {
  readonly id: number
  readonly state: BuildState
  readonly version: number
  /** Of the shape and version that this process would build. */
  readonly current: boolean
  readonly position: bigint
  /** At most so many events behind the log: positions are not dense. */
  readonly behind: bigint
  /** ISO 8601. */
  readonly createdAt: string
  readonly failures: readonly {
    readonly stream: string
    readonly position: bigint
    readonly error: string
  }[]
  readonly verdict: Verdict | null
}

export type ProjectionOverview = {
  readonly name: string
  /** Of this process's code; null for a projection it does not know. */
  readonly version: number | null
  readonly builds: readonly BuildOverview[]
}

/** Every projection with its builds. */
export type ProjectionOverviews = () => Promise<readonly ProjectionOverview[]>
