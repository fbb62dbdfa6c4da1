import type { BaseType } from '../../../shared/kernel/base-type.ts'
import type { BoundValue } from '../../../shared/ports/engine-driver.ts'
import type { ValueType } from '../../../shared/sql/dialect.ts'
import type { SqlFunctionName } from '../../../shared/sql/functions.ts'
import type { TruncationUnit, Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { FieldRow, TableRow } from '../../../shared/views/database.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { AggregationFunction, Bucket, JoinStrategy, NameFunctionName } from './ast.ts'

/** A column of a table or a nested query; each is one object, so two terms can be told apart. */
export type Column = {
  readonly kind: 'column'
  /** The alias its table or query has in the SQL. */
  readonly relation: string
  readonly name: string
  readonly baseType: BaseType
  readonly databaseType: string
  readonly metadata: ColumnMetadata
}

/** A value to bind. */
export type ResolvedValue = {
  readonly kind: 'value'
  readonly type: ValueType
  readonly value: BoundValue
  readonly baseType: BaseType
}

type Typed = { readonly baseType: BaseType }

/** What an aggregation is when its conditions have been settled; `cum-…` are windows over these. */
export type AggregateTerm = Typed & {
  readonly kind: 'aggregate'
  readonly function: Exclude<AggregationFunction, 'cum-count' | 'cum-sum' | 'median'>
  readonly argument?: Term
  readonly condition?: Condition
  readonly fraction?: number
}

/** A value that looks at the other groups, in the order of the breakouts. */
export type WindowTerm = Typed & { readonly kind: 'window'; readonly of: Term } & (
    | { readonly window: 'running-sum' }
    | { readonly window: 'neighbour'; readonly rows: number }
  )

/** Anything with a value: of a row, or of a group where it holds an aggregation. */
export type Term =
  | Column
  | ResolvedValue
  | (Typed & {
      readonly kind: 'bucketed'
      readonly of: Term
      readonly bucket: Bucket
      /** Where it is not the week of the whole query. */
      readonly weekStart?: Weekday
    })
  | (Typed & {
      readonly kind: 'binned'
      readonly of: Term
      /** Where bins are counted from: nothing counts from 0. */
      readonly least?: Term
      readonly width: Term
    })
  | (Typed & {
      readonly kind: 'call'
      readonly function: SqlFunctionName | NameFunctionName
      readonly args: readonly Term[]
    })
  | (Typed & { readonly kind: 'now' })
  | (Typed & {
      readonly kind: 'shift'
      readonly of: Term
      readonly amount: Term
      readonly unit: TruncationUnit
      readonly backwards: boolean
    })
  | (Typed & {
      readonly kind: 'difference'
      readonly from: Term
      readonly to: Term
      readonly unit: TruncationUnit
    })
  | (Typed & {
      readonly kind: 'in-zone'
      readonly of: Term
      readonly target: string
      readonly source?: string
    })
  | (Typed & {
      readonly kind: 'case'
      readonly branches: readonly { readonly when: Condition; readonly then: Term }[]
      readonly otherwise?: Term
    })
  | AggregateTerm
  | WindowTerm

export type CompareOperator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A condition that says exactly what SQL will say: nulls, buckets and types are settled. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'constant'; readonly holds: boolean }
  | {
      readonly kind: 'compare'
      readonly operator: CompareOperator
      readonly left: Term
      readonly right: Term
    }
  | { readonly kind: 'between'; readonly left: Term; readonly from: Term; readonly to: Term }
  | {
      readonly kind: 'in'
      readonly negated: boolean
      readonly left: Term
      readonly values: readonly ResolvedValue[]
    }
  | { readonly kind: 'null'; readonly negated: boolean; readonly left: Term }
  | {
      readonly kind: 'like'
      readonly negated: boolean
      readonly left: Term
      /** A LIKE pattern, wildcards of the caller's text already escaped. */
      readonly pattern: string
      readonly caseSensitive: boolean
    }

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
