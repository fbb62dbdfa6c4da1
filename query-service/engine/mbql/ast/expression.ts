import type { SqlFunctionName } from '../../../../shared/sql/functions.ts'
import type { TemporalUnit, TruncationUnit } from '../../../../shared/sql/temporal-unit.ts'
import type { Filter } from './filter.ts'
import type { Literal, Path, Reference } from './reference.ts'

export type NameFunctionName = 'month-name' | 'quarter-name' | 'day-name'

export type Expression =
  | Reference
  | { readonly kind: 'literal'; readonly value: Literal; readonly path: Path }
  | {
      readonly kind: 'call'
      readonly function: SqlFunctionName | NameFunctionName
      readonly args: readonly Expression[]
      readonly path: Path
    }
  | { readonly kind: 'now'; readonly path: Path }
  /** The start of the current unit, or of the one `amount` units on; the unit of its neighbour when none is given. */
  | {
      readonly kind: 'relative'
      readonly amount: number
      readonly unit?: TruncationUnit
      readonly path: Path
    }
  | {
      readonly kind: 'shift'
      readonly moment: Expression
      readonly amount: Expression
      readonly unit: TruncationUnit
      readonly backwards: boolean
      readonly path: Path
    }
  | {
      readonly kind: 'difference'
      readonly from: Expression
      readonly to: Expression
      readonly unit: TruncationUnit
      readonly path: Path
    }
  | {
      readonly kind: 'in-zone'
      readonly moment: Expression
      readonly target: string
      readonly source?: string
      readonly path: Path
    }
  | {
      readonly kind: 'bucket'
      readonly moment: Expression
      readonly unit: TemporalUnit
      /** `iso` and `us` count days from Monday and Sunday, whatever the week starts on. */
      readonly mode?: 'iso' | 'us'
      readonly path: Path
    }
  | {
      readonly kind: 'case'
      readonly branches: readonly { readonly when: Filter; readonly then: Expression }[]
      readonly otherwise?: Expression
      readonly path: Path
    }
  | Aggregate

export type AggregationFunction =
  | 'count'
  | 'sum'
  | 'avg'
  | 'min'
  | 'max'
  | 'distinct'
  | 'stddev'
  | 'var'
  | 'median'
  | 'percentile'
  | 'count-where'
  | 'sum-where'
  | 'distinct-where'
  | 'share'
  | 'cum-count'
  | 'cum-sum'

/** One value for all rows of a group. */
export type Aggregate =
  | {
      readonly kind: 'aggregate'
      readonly function: AggregationFunction
      /** Absent only where rows are counted. */
      readonly argument?: Expression
      readonly condition?: Filter
      /** Of `percentile`, 0 to 1. */
      readonly fraction?: number
      readonly path: Path
    }
  /** The value of the group `rows` further on in the order of the breakouts. */
  | {
      readonly kind: 'offset'
      readonly of: Expression
      readonly rows: number
      readonly path: Path
    }
