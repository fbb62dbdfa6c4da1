import type { TemporalUnit } from '../../../shared/sql/temporal-unit.ts'

/** Where a clause stands in the request, e.g. `query.filter[2][1]`: refusals name it. */
export type Path = string

/** `default` says "no bucket" out loud: such a field is not bucketed on its own account either. */
export type Bucket = TemporalUnit | 'default'

/** A reference to a column, by id or by its name in the source. */
export type FieldRef = {
  readonly kind: 'field'
  readonly id: number | string
  /** As the caller wrote it; answered in `field_ref`, never trusted and never in SQL. */
  readonly baseType?: string
  readonly unit?: Bucket
  readonly path: Path
}

export type Literal = string | number | boolean | null
export type Argument = FieldRef | { readonly kind: 'literal'; readonly value: Literal }

export type InequalityOperator = '<' | '<=' | '>' | '>='
export type TextMatch = 'starts-with' | 'ends-with' | 'contains'

/** A condition with negations pushed inwards: there is no `not` left in it. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'equality'
      readonly negated: boolean
      readonly field: FieldRef
      readonly values: readonly Argument[]
    }
  | {
      readonly kind: 'inequality'
      readonly operator: InequalityOperator
      readonly field: FieldRef
      readonly value: Argument
    }
  | {
      readonly kind: 'between'
      readonly negated: boolean
      readonly field: FieldRef
      readonly from: Argument
      readonly to: Argument
    }
  | {
      readonly kind: 'match'
      readonly match: TextMatch
      readonly negated: boolean
      readonly field: FieldRef
      readonly texts: readonly string[]
      readonly caseSensitive: boolean
    }
  | { readonly kind: 'null' | 'empty'; readonly negated: boolean; readonly field: FieldRef }

export type AggregationFunction = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct' | 'stddev'

export type Aggregation = {
  readonly function: AggregationFunction
  /** Absent only for a count of rows. */
  readonly field?: FieldRef
  readonly name?: string
  readonly displayName?: string
}

export type Order = {
  readonly direction: 'asc' | 'desc'
  readonly by: FieldRef | { readonly kind: 'aggregation'; readonly index: number }
  readonly path: Path
}

/**
 * A structured query, checked for its shape and brought to one form. Kinds of source and of
 * expression yet to come join the unions above.
 */
export type Mbql = {
  readonly source: { readonly kind: 'table'; readonly id: number; readonly path: Path }
  readonly fields: readonly FieldRef[]
  readonly filter?: Filter
  readonly aggregations: readonly Aggregation[]
  readonly breakouts: readonly FieldRef[]
  readonly orders: readonly Order[]
  readonly limit?: number
  readonly page?: { readonly number: number; readonly items: number }
}
