import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { FieldRow, TableRow } from '../../../shared/views/database.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { JoinStrategy } from './ast.ts'
import type { Condition, Term } from './term.ts'

export type ResolvedOrder = { readonly direction: 'asc' | 'desc'; readonly by: Term }

/** Where rows come from. */
export type ResolvedSource =
  | { readonly kind: 'table'; readonly table: TableRow }
  | { readonly kind: 'query'; readonly query: Resolved }
  /** SQL of the caller's own, checked only for being there. */
  | { readonly kind: 'native'; readonly sql: string }
  /** One row with the `least` and the `width` of bins that share out a column. */
  | {
      readonly kind: 'bins'
      readonly table: TableRow
      readonly field: FieldRow
      readonly count: number
    }

export type ResolvedJoin = {
  readonly source: ResolvedSource
  readonly alias: string
  readonly strategy: JoinStrategy | 'cross-join'
  /** Absent only for cross joins. */
  readonly condition?: Condition
}

/** A query whose every reference is a column that exists; engines without SQL branch off here. */
export type Resolved = {
  readonly source: ResolvedSource
  readonly alias: string
  readonly joins: readonly ResolvedJoin[]
  readonly weekStart: Weekday
  /** The select list: breakouts and then aggregations, or plain columns; empty: whatever there is. */
  readonly selection: readonly Term[]
  /** One for each entry of `selection`; undefined where only the database knows them. */
  readonly columns: readonly ColumnMetadata[] | undefined
  readonly condition?: Condition
  /** What rows are grouped by. */
  readonly breakouts: readonly Term[]
  /** What windows go along, where there are any. */
  readonly along?: readonly Term[]
  readonly orders: readonly ResolvedOrder[]
  readonly slice: Slice
}

/** Rows to take, and rows to leave out before them. */
export type Slice = { readonly limit?: number | undefined; readonly offset?: number | undefined }
