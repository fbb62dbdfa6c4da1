import { numericTypes } from '../../../../shared/kernel/base-type.ts'
import { invalid } from '../../../../shared/kernel/refusal.ts'
import { decimalTerm } from '../../../../shared/sql/literal.ts'
import type { FieldRow, TableRow } from '../../../../shared/views/database.ts'
import type { Binning, Path } from '../ast/reference.ts'
import type { Column, Term } from '../term.ts'
import type { Scope } from './scope.ts'

/** Coordinates are binned ten degrees at a time, everything else into eight bins. */
const usualWidth = 10
const usualCount = 8
const coordinates: ReadonlySet<string | null> = new Set(['type/Latitude', 'type/Longitude'])

const steps = [1, 1.25, 2, 2.5, 3, 5, 7.5, 10] as const

/** The next width that people find round. */
const roundUp = (width: number): number => {
  const power = 10 ** Math.floor(Math.log10(width))
  return (steps.find((step) => step * power >= width) ?? 10) * power
}

const mostRounds = 10

/** Widens the range to round edges until as many bins as asked for, at the most, hold all of it. */
export const shareOut = (least: number, most: number, count: number) => {
  if (most <= least) return { least, width: 1 }
  let range = { least, width: roundUp((most - least) / count) }
  for (let round = 0; round < mostRounds; round += 1) {
    const from = Math.floor(least / range.width) * range.width
    const to = Math.ceil(most / range.width) * range.width
    const width = roundUp((to - from) / count)
    if (from === range.least && width === range.width) break
    range = { least: from, width }
  }
  return range
}

const binsColumn = (relation: string, name: string): Column => ({
  kind: 'column',
  relation,
  name,
  baseType: 'type/Float',
  databaseType: '',
  metadata: {
    name,
    display_name: name,
    base_type: 'type/Float',
    effective_type: 'type/Float',
    semantic_type: null,
    source: 'fields',
    field_ref: null,
  },
})

/** The table a column comes from, where it is one of this level's own tables. */
const tableOf = (
  column: Column,
  scope: Scope,
): { table: TableRow; field: FieldRow } | undefined => {
  const { catalogue } = scope.session
  const field = catalogue.field(column.metadata.id ?? 0)
  const table = field && catalogue.table(field.table_id)
  const isReal = column.name === field?.name && column.metadata.unit === undefined
  return isReal && table ? { table, field } : undefined
}

/** The database works out where the bins begin and how wide they are, from all of the column. */
const fromExtremes = (term: Term, count: number, path: Path, scope: Scope): Bins => {
  const origin = term.kind === 'column' ? tableOf(term, scope) : undefined
  if (!origin)
    throw invalid(
      path,
      'Bins of a computed column need "bin-width", or "min-value" and "max-value".',
    )
  const key = `${origin.field.id}/${count}`
  const known = scope.bins.get(key)
  if (known) return known
  const alias = scope.nameIt(`${origin.field.name}__bins`)
  scope.joins.push({ source: { kind: 'bins', ...origin, count }, alias, strategy: 'cross-join' })
  const bins = { least: binsColumn(alias, 'least'), width: binsColumn(alias, 'width') }
  scope.bins.set(key, bins)
  return bins
}

/** Where bins begin, and how wide they are. */
export type Bins = { readonly least?: Term; readonly width: Term }

const binsOf = (term: Term, binning: Binning, path: Path, scope: Scope): Bins => {
  if (binning.strategy === 'bin-width') return { width: decimalTerm(binning.width) }
  const isCoordinate = term.kind === 'column' && coordinates.has(term.metadata.semantic_type)
  if (binning.strategy === 'default' && isCoordinate) return { width: decimalTerm(usualWidth) }
  const { count = usualCount, least, most } = binning
  if (least === undefined || most === undefined) return fromExtremes(term, count, path, scope)
  const bins = shareOut(least, most, count)
  return { least: decimalTerm(bins.least), width: decimalTerm(bins.width) }
}

/** @throws {Refusal} 400 unless the term is a number whose bins can be known. */
export const binned = (of: Term, binning: Binning, path: Path, scope: Scope): Term => {
  if (!numericTypes.has(of.baseType) && of.baseType !== 'type/*')
    throw invalid(path, 'Only numbers are put into bins.')
  return { kind: 'binned', of, ...binsOf(of, binning, path, scope), baseType: of.baseType }
}
