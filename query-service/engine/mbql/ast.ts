import type { SqlFunctionName } from '../../../shared/sql/functions.ts'
import type { TemporalUnit, TruncationUnit } from '../../../shared/sql/temporal-unit.ts'

/** Where a clause stands in the request, e.g. `query.filter[2][1]`: refusals name it. */
export type Path = string

/** `default` says "no bucket" out loud: such a field is not bucketed on its own account either. */
export type Bucket = TemporalUnit | 'default'

/** How numbers are put into bins; without `least` and `most` the column's own extremes are taken. */
export type Binning =
  | {
      readonly strategy: 'num-bins' | 'default'
      readonly count?: number
      readonly least?: number
      readonly most?: number
    }
  | { readonly strategy: 'bin-width'; readonly width: number }

type Grouping = { readonly unit?: Bucket; readonly binning?: Binning }

/** A reference to a column, by id or by its name in the source. */
export type FieldRef = Grouping & {
  readonly kind: 'field'
  readonly id: number | string
  /** As the caller wrote it; answered in `field_ref`, never trusted and never in SQL. */
  readonly baseType?: string
  /** Alias of the explicit join the column comes from. */
  readonly joinAlias?: string
  /** The foreign key by which the column's table is reached. */
  readonly sourceField?: FieldRef
  readonly path: Path
}

export type ExpressionRef = Grouping & {
  readonly kind: 'expression'
  readonly name: string
  readonly path: Path
}

/** What can be a column of a result without being computed anew. */
export type Reference = FieldRef | ExpressionRef

export type Literal = string | number | boolean | null

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

export type InequalityOperator = '<' | '<=' | '>' | '>='
export type TextMatch = 'starts-with' | 'ends-with' | 'contains'

/** A condition with negations pushed inwards: there is no `not` left in it. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'equality'
      readonly negated: boolean
      readonly subject: Expression
      readonly values: readonly Expression[]
      readonly path: Path
    }
  | {
      readonly kind: 'inequality'
      readonly operator: InequalityOperator
      readonly subject: Expression
      readonly value: Expression
      readonly path: Path
    }
  | {
      readonly kind: 'between'
      readonly negated: boolean
      readonly subject: Expression
      readonly from: Expression
      readonly to: Expression
      readonly path: Path
    }
  | {
      readonly kind: 'match'
      readonly match: TextMatch
      readonly negated: boolean
      readonly subject: Expression
      readonly texts: readonly string[]
      readonly caseSensitive: boolean
      readonly path: Path
    }
  | {
      readonly kind: 'null' | 'empty'
      readonly negated: boolean
      readonly subject: Expression
      readonly path: Path
    }
  /** From the first moment of one unit up to, and without, the first moment of another. */
  | {
      readonly kind: 'interval'
      readonly negated: boolean
      readonly subject: Expression
      readonly from: Expression
      readonly to: Expression
      readonly path: Path
    }

export type Aggregation = {
  readonly expression: Expression
  readonly name?: string
  readonly displayName?: string
  readonly path: Path
}

export type Order = {
  readonly direction: 'asc' | 'desc'
  readonly by: Expression | { readonly kind: 'aggregation'; readonly index: number }
  readonly path: Path
}

export type Source =
  | { readonly kind: 'table' | 'card'; readonly id: number; readonly path: Path }
  | { readonly kind: 'query'; readonly query: Mbql; readonly path: Path }
  /** SQL of the caller's own: it takes the right to write SQL. */
  | { readonly kind: 'native'; readonly sql: string; readonly path: Path }

export type JoinStrategy = 'left-join' | 'inner-join' | 'right-join' | 'full-join'

export type Join = {
  readonly source: Source
  readonly strategy: JoinStrategy
  readonly alias?: string
  readonly condition: Filter
  readonly fields: 'all' | readonly FieldRef[]
  readonly path: Path
}

export type NamedExpression = {
  readonly name: string
  readonly expression: Expression
  readonly path: Path
}

/** A structured query, checked for its shape and brought to one form. */
export type Mbql = {
  readonly source: Source
  readonly joins: readonly Join[]
  readonly expressions: readonly NamedExpression[]
  readonly fields: readonly Reference[]
  readonly filter?: Filter
  readonly aggregations: readonly Aggregation[]
  readonly breakouts: readonly Reference[]
  readonly orders: readonly Order[]
  readonly limit?: number
  readonly page?: { readonly number: number; readonly items: number }
}
