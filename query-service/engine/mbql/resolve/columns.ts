import type { Json } from '../../../../shared/kernel/json.ts'
import { type BinningInfo, type ColumnMetadata, uniqueNames } from '../../column-metadata.ts'
import type { Binning, FieldRef, Reference } from '../ast/reference.ts'
import type { Aggregation } from '../ast.ts'
import type { Column, Term } from '../term.ts'
import { labelOf, type NameOf, resultName, unitLabel } from './label.ts'
import type { Relation } from './relation.ts'
import { columnOf } from './term.ts'

/** A term that is selected, and what its column in the result says of it. */
export type Selected = { readonly term: Term; readonly column: ColumnMetadata }

const binningJson = (binning: Binning): Json =>
  binning.strategy === 'bin-width'
    ? { strategy: binning.strategy, 'bin-width': binning.width }
    : {
        strategy: binning.strategy,
        ...(binning.count === undefined ? {} : { 'num-bins': binning.count }),
        ...(binning.least === undefined ? {} : { 'min-value': binning.least }),
        ...(binning.most === undefined ? {} : { 'max-value': binning.most }),
      }

const withOptions = (head: readonly Json[], options: { [key: string]: Json }): Json => [
  ...head,
  Object.keys(options).length === 0 ? null : options,
]

/** A reference as the caller wrote it, with the unit it has come to have. */
const refJson = (ref: Reference, term: Term): Json => {
  const unit = term.kind === 'bucketed' ? term.bucket : undefined
  const grouping = {
    ...(unit === undefined ? {} : { 'temporal-unit': unit }),
    ...(ref.binning === undefined ? {} : { binning: binningJson(ref.binning) }),
  }
  if (ref.kind === 'expression')
    return Object.keys(grouping).length === 0
      ? ['expression', ref.name]
      : ['expression', ref.name, grouping]
  return withOptions(['field', ref.id], {
    ...(ref.baseType === undefined ? {} : { 'base-type': ref.baseType }),
    ...(ref.joinAlias === undefined ? {} : { 'join-alias': ref.joinAlias }),
    ...(ref.sourceField === undefined ? {} : { 'source-field': ref.sourceField.id }),
    ...grouping,
  })
}

/** A reference to a column nobody wrote: all columns of a source asked for by asking for none. */
export const implicitRef = (
  column: Column,
  relation: Relation,
  path: string,
  joinAlias?: string,
): FieldRef => {
  const { id, name, base_type } = column.metadata
  const join = joinAlias === undefined ? {} : { joinAlias }
  if (id !== undefined && relation.find(id) === column) return { kind: 'field', id, path, ...join }
  return { kind: 'field', id: name, baseType: base_type, path, ...join }
}

const numberOf = (term: Term | undefined): number | null =>
  term?.kind === 'value' && term.value !== null ? Number(term.value) : null

const binningInfo = (term: Term, { binning }: Reference): { binning_info?: BinningInfo } => {
  if (term.kind !== 'binned' || !binning) return {}
  const isCounted = binning.strategy !== 'bin-width'
  return {
    binning_info: {
      binning_strategy: binning.strategy,
      bin_width: numberOf(term.width),
      num_bins: (isCounted ? binning.count : undefined) ?? null,
      min_value: numberOf(term.least),
      max_value: (isCounted ? binning.most : undefined) ?? null,
    },
  }
}

const bucketFacts = (term: Term, display_name: string) => {
  if (term.kind !== 'bucketed' || term.bucket === 'default')
    return { display_name, ...(term.kind === 'bucketed' ? { unit: term.bucket } : {}) }
  return { display_name: `${display_name}: ${unitLabel(term.bucket)}`, unit: term.bucket }
}

const columnMetadata = ({ metadata, baseType }: Column): ColumnMetadata => {
  const { aggregation_index, expression_name, binning_info, ...rest } = metadata
  return { ...rest, base_type: baseType }
}

const expressionMetadata = (
  name: string,
): Omit<ColumnMetadata, 'base_type' | 'effective_type'> => ({
  name,
  display_name: name,
  semantic_type: null,
  source: 'fields',
  field_ref: ['expression', name],
  expression_name: name,
})

/** The result's column for a reference in `fields` or `breakout`. */
export const referenceColumn = (
  ref: Reference,
  term: Term,
  source: 'fields' | 'breakout',
): ColumnMetadata => {
  const column = columnOf(term)
  const known =
    ref.kind === 'field' && column
      ? columnMetadata(column)
      : expressionMetadata(String(nameOfRef(ref)))
  return {
    ...known,
    base_type: term.baseType,
    effective_type: term.baseType,
    source,
    field_ref: refJson(ref, term),
    ...bucketFacts(term, known.display_name),
    ...binningInfo(term, ref),
  }
}

const nameOfRef = (ref: Reference) => (ref.kind === 'expression' ? ref.name : ref.id)

/** Counts are quantities; sums and extremes of prices are prices; of keys they are nothing. */
const semanticType = ({ expression }: Aggregation, argument: Term | undefined): string | null => {
  if (expression.kind !== 'aggregate') return null
  if (counting.has(expression.function)) return 'type/Quantity'
  if (!keeping.has(expression.function)) return null
  const semantic = argument && columnOf(argument)?.metadata.semantic_type
  return semantic === 'type/PK' || semantic === 'type/FK' ? null : (semantic ?? null)
}

const counting: ReadonlySet<string> = new Set([
  'count',
  'distinct',
  'cum-count',
  'count-where',
  'distinct-where',
])
const keeping: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'cum-sum', 'sum-where'])

const argumentOf = (term: Term): Term | undefined => {
  if (term.kind === 'window') return argumentOf(term.of)
  return term.kind === 'aggregate' ? term.argument : undefined
}

export const aggregationColumn = (
  named: Aggregation,
  term: Term,
  index: number,
  nameOf: NameOf,
): ColumnMetadata => ({
  name: named.name ?? resultName(named.expression),
  display_name: named.displayName ?? labelOf(named.expression, nameOf),
  base_type: term.baseType,
  effective_type: term.baseType,
  semantic_type: semanticType(named, argumentOf(term)),
  source: 'aggregation',
  field_ref: ['aggregation', index],
  aggregation_index: index,
})

/** The same columns, no two of one name. */
export const withUniqueNames = (columns: readonly ColumnMetadata[]): readonly ColumnMetadata[] => {
  const unique = uniqueNames()
  return columns.map((column) => ({ ...column, name: unique(column.name) }))
}
