import type { BaseType } from '../../../shared/kernel/base-type.ts'
import type { SqlFunctionName } from '../../../shared/sql/functions.ts'
import type { ResolvedValue } from '../../../shared/sql/literal.ts'
import type { TruncationUnit, Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { AggregationFunction, NameFunctionName } from './ast/expression.ts'
import type { Bucket } from './ast/reference.ts'

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
  /** The `Grouping` a group belongs to, a number; 0 in a query that has no groupings. */
  | (Typed & { readonly kind: 'grouping' })
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
