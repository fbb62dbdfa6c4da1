import type { BaseType } from '../../../shared/kernel/base-type.ts'
import type { BoundValue } from '../../../shared/ports/engine-driver.ts'
import type { ValueType } from '../../../shared/sql/dialect.ts'
import type { TruncationUnit, Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { FieldRow, TableRow } from '../../../shared/views/database.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { AggregationFunction, Bucket, FieldRef } from './ast.ts'

/** A column of a synced table, bucketed or not. */
export type ResolvedField = {
  readonly kind: 'field'
  readonly field: FieldRow
  readonly bucket?: Bucket
  /** Of the value after bucketing: an extracted part is an integer. */
  readonly baseType: BaseType
  readonly ref: FieldRef
}

/** A value to bind; with a unit, to be cut to it by the engine, in the session's time zone. */
export type ResolvedValue = {
  readonly kind: 'value'
  readonly type: ValueType
  readonly value: BoundValue
  readonly unit?: TruncationUnit
}

export type CompareOperator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A condition that says exactly what SQL will say: nulls, buckets and types are settled. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'constant'; readonly holds: boolean }
  | {
      readonly kind: 'compare'
      readonly operator: CompareOperator
      readonly left: ResolvedField
      readonly right: ResolvedField | ResolvedValue
    }
  | {
      readonly kind: 'between'
      readonly left: ResolvedField
      readonly from: ResolvedField | ResolvedValue
      readonly to: ResolvedField | ResolvedValue
    }
  | {
      readonly kind: 'in'
      readonly negated: boolean
      readonly left: ResolvedField
      readonly values: readonly ResolvedValue[]
    }
  | { readonly kind: 'null'; readonly negated: boolean; readonly left: ResolvedField }
  | {
      readonly kind: 'like'
      readonly negated: boolean
      readonly left: ResolvedField
      /** A LIKE pattern, wildcards of the caller's text already escaped. */
      readonly pattern: string
      readonly caseSensitive: boolean
    }

export type ResolvedAggregation = {
  readonly kind: 'aggregation'
  readonly function: AggregationFunction
  readonly field?: ResolvedField
}

export type ResolvedOrder = {
  readonly direction: 'asc' | 'desc'
  readonly by: ResolvedField | ResolvedAggregation
}

/** A query whose every reference is a column that exists; engines without SQL branch off here. */
export type Resolved = {
  readonly table: TableRow
  readonly weekStart: Weekday
  /** The select list: breakouts and then aggregations, or plain columns. */
  readonly selection: readonly (ResolvedField | ResolvedAggregation)[]
  /** One for each entry of `selection`. */
  readonly columns: readonly ColumnMetadata[]
  readonly condition?: Condition
  /** Whether rows are grouped: there are breakouts or aggregations. */
  readonly grouped: boolean
  readonly breakouts: readonly ResolvedField[]
  readonly orders: readonly ResolvedOrder[]
  /** Ids of all tables and fields the query reads, wherever they stand in it: rights go by them. */
  readonly tables: readonly number[]
  readonly fields: readonly number[]
}
