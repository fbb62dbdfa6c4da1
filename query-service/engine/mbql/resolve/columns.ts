import type { Json } from '../../../../shared/kernel/json.ts'
import { type ColumnMetadata, uniqueNames } from '../../column-metadata.ts'
import type { Aggregation, FieldRef } from '../ast.ts'
import type { ResolvedAggregation, ResolvedField } from '../resolved.ts'
import { aggregationFacts } from './aggregation.ts'

/** `day-of-week` → `Day of week` */
const unitLabel = (unit: string): string =>
  unit.charAt(0).toUpperCase() + unit.slice(1).replaceAll('-', ' ')

const displayName = ({ field, bucket }: ResolvedField): string =>
  bucket === undefined || bucket === 'default'
    ? field.display_name
    : `${field.display_name}: ${unitLabel(bucket)}`

const fieldRef = ({ ref, bucket }: ResolvedField): Json => {
  const options = {
    ...(ref.baseType === undefined ? {} : { 'base-type': ref.baseType }),
    ...(bucket === undefined ? {} : { 'temporal-unit': bucket }),
  }
  return ['field', ref.id, Object.keys(options).length === 0 ? null : options]
}

export const fieldColumn = (
  column: ResolvedField,
  source: 'fields' | 'breakout',
): ColumnMetadata => {
  const { field, bucket, baseType } = column
  return {
    name: field.name,
    display_name: displayName(column),
    base_type: baseType,
    effective_type: baseType,
    semantic_type: field.semantic_type,
    source,
    field_ref: fieldRef(column),
    database_type: field.database_type,
    id: field.id,
    table_id: field.table_id,
    description: field.description,
    visibility_type: 'normal',
    position: field.position,
    fk_target_field_id: field.fk_target_field_id,
    fingerprint: null,
    coercion_strategy: null,
    settings: null,
    parent_id: null,
    nfc_path: null,
    ...(bucket === undefined ? {} : { unit: bucket }),
  }
}

export const aggregationColumn = (
  { function: name, field }: ResolvedAggregation,
  named: Aggregation,
  index: number,
): ColumnMetadata => {
  const facts = aggregationFacts[name]
  const baseType = facts.baseType ?? field?.baseType ?? 'type/*'
  return {
    name: named.name ?? facts.name,
    display_name: named.displayName ?? facts.displayName(field && displayName(field)),
    base_type: baseType,
    effective_type: baseType,
    semantic_type: facts.semanticType(field?.field.semantic_type ?? null),
    source: 'aggregation',
    field_ref: ['aggregation', index],
    aggregation_index: index,
  }
}

/** The same columns, no two of one name. */
export const withUniqueNames = (columns: readonly ColumnMetadata[]): readonly ColumnMetadata[] => {
  const unique = uniqueNames()
  return columns.map((column) => ({ ...column, name: unique(column.name) }))
}

/** A reference to a field nobody wrote: all columns of a table asked for by asking for none. */
export const implicitRef = (id: number, path: string): FieldRef => ({ kind: 'field', id, path })
