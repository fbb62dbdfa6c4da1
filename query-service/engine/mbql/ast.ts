import type { NativeQuery } from '../../../shared/sql/template/native-query.ts'
import type { Expression } from './ast/expression.ts'
import type { Filter } from './ast/filter.ts'
import type { FieldRef, Path, Reference } from './ast/reference.ts'
import type { Pivot } from './pivot/pivot.ts'

/** What a saved question of type `metric` counts; it gives way to that before it is resolved. */
export type MetricRef = { readonly kind: 'metric'; readonly id: number; readonly path: Path }

export type Aggregation<E = Expression> = {
  readonly expression: E
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
  | { readonly kind: 'native'; readonly native: NativeQuery; readonly path: Path }

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
  readonly aggregations: readonly Aggregation<Expression | MetricRef>[]
  readonly breakouts: readonly Reference[]
  readonly orders: readonly Order[]
  readonly limit?: number
  readonly page?: { readonly number: number; readonly items: number }
  /** Of a whole query, never of one inside another. */
  readonly pivot?: Pivot
}
