import type { TemplatePart } from '../../../shared/sql/template/fill.ts'
import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { FieldRow, TableRow } from '../../../shared/views/database.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { JoinStrategy } from './ast.ts'
import type { Grouping } from './pivot/groupings.ts'
import type { Condition, Term } from './term.ts'

export type ResolvedOrder = { readonly direction: 'asc' | 'desc'; readonly by: Term }

/** Where rows come from. */
export type ResolvedSource =
  | { readonly kind: 'table'; readonly table: TableRow }
  | { readonly kind: 'query'; readonly query: Resolved }
  /** SQL of the caller's own. */
  | ResolvedNative
  /** One row with the `least` and the `width` of bins that share out a column. */
  | {
      readonly kind: 'bins'
      readonly table: TableRow
      readonly field: FieldRow
      readonly count: number
    }

export type ResolvedNative = {
  readonly kind: 'native'
  readonly parts: readonly NativePart[]
  readonly weekStart: Weekday
  /** What it is about, where its text does not say so itself. */
  readonly collection?: string
}

/** The one column a tag is about; `alias` is what the SQL around it calls it. */
export type TaggedColumn = {
  readonly table: TableRow
  readonly name: string
  readonly alias?: string
}

/** Text as somebody wrote it, or what stands in it for a template tag. */
export type NativePart = TemplatePart | TagPart

/** What stands for a tag that is about a column or the rows of a question. */
export type TagPart =
  | { readonly kind: 'condition'; readonly condition: Condition; readonly column?: TaggedColumn }
  | { readonly kind: 'term'; readonly term: Term; readonly column: TaggedColumn }
  /** The rows of a saved question. */
  | { readonly kind: 'rows'; readonly source: NestedSource }

export type NestedSource = Extract<ResolvedSource, { kind: 'query' | 'native' }>

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
  /**
   * Of a pivot, which may stand inside a query of windows: the breakouts to group by, several times
   * over. All groups of each are rows of one answer; what a grouping leaves out of `breakouts` is
   * null in its rows, and a `grouping` term is its number. Grouping by none is one row, even of no
   * rows. Absent: all of `breakouts`, once. `perGrouping` has them as queries of their own; a
   * language that can do neither must throw `unsupported-feature`: to ignore them is a wrong answer.
   */
  readonly groupings?: readonly Grouping[]
  /** What windows go along, where there are any. */
  readonly along?: readonly Term[]
  readonly orders: readonly ResolvedOrder[]
  readonly slice: Slice
}

/** Rows to take, and rows to leave out before them. */
export type Slice = { readonly limit?: number | undefined; readonly offset?: number | undefined }
