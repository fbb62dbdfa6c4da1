import type { TemporalUnit } from '../../../../shared/sql/temporal-unit.ts'

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
