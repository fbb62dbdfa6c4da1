import type { BaseType } from '../../shared/kernel/base-type.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { ResultColumn } from '../../shared/ports/engine-driver.ts'

/** One entry of `data.cols`: what a client needs to show a column and to ask for it again. */
export type ColumnMetadata = {
  /** Unique in its result: `count`, `count_2`. */
  readonly name: string
  readonly display_name: string
  readonly base_type: BaseType
  readonly effective_type: BaseType
  readonly semantic_type: string | null
  readonly source: 'fields' | 'breakout' | 'aggregation' | 'native'
  readonly field_ref: Json
  readonly database_type?: string
  /** Of real table columns only, like everything below but the last. */
  readonly id?: number
  readonly table_id?: number
  readonly description?: string | null
  readonly visibility_type?: 'normal'
  readonly position?: number
  readonly fk_target_field_id?: number | null
  readonly fingerprint?: Json
  readonly coercion_strategy?: string | null
  readonly settings?: Json
  readonly parent_id?: number | null
  readonly nfc_path?: Json
  /** The temporal bucket, where the column has one. */
  readonly unit?: string
  readonly aggregation_index?: number
  /** Of columns reached through a join: its alias, and the foreign key where that made the join. */
  readonly source_alias?: string
  readonly fk_field_id?: number
  readonly expression_name?: string
  readonly binning_info?: BinningInfo
}

/** Null stands for what only the database has worked out. */
export type BinningInfo = {
  readonly binning_strategy: string
  readonly bin_width: number | null
  readonly num_bins: number | null
  readonly min_value: number | null
  readonly max_value: number | null
}

/** Hands out names once: the second `count` becomes `count_2`, whatever is called that already. */
export const uniqueNames = (): ((name: string) => string) => {
  const timesSeen = new Map<string, number>()
  const next = (name: string): string => {
    const times = (timesSeen.get(name) ?? 0) + 1
    timesSeen.set(name, times)
    return times === 1 ? name : next(`${name}_${times}`)
  }
  return next
}

/** The columns of SQL we did not write: all that is known is what the engine says of them. */
export const nativeColumns = (columns: readonly ResultColumn[]): readonly ColumnMetadata[] => {
  const unique = uniqueNames()
  return columns.map(({ name: given, baseType, databaseType }) => {
    const name = unique(given)
    return {
      name,
      display_name: given,
      base_type: baseType,
      effective_type: baseType,
      semantic_type: null,
      source: 'native',
      field_ref: ['field', name, { 'base-type': baseType }],
      database_type: databaseType,
    }
  })
}

/** `data.results_metadata.columns`: what a saved question keeps of its result. */
export const resultsMetadata = (columns: readonly ColumnMetadata[]) => ({
  columns: columns.map(
    ({ name, display_name, base_type, effective_type, semantic_type, field_ref, ...rest }) => ({
      name,
      display_name,
      base_type,
      effective_type,
      semantic_type,
      field_ref,
      fingerprint: rest.fingerprint ?? null,
      ...(rest.id === undefined ? {} : { id: rest.id }),
      ...(rest.unit === undefined ? {} : { unit: rest.unit }),
    }),
  ),
})
