import type { ExportFormat } from '../../../../shared/contract/dataset.ts'
import { type Allowance, QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import type { ColumnMetadata } from '../../column-metadata.ts'
import { formattedText, rawText } from '../../format/cell-text.ts'
import { presentColumns } from '../../format/present-columns.ts'
import type { Pivot } from '../../mbql/pivot/pivot.ts'
import type { ExportOptions, ExportRow, ExportSink } from '../exporter.ts'
import { writePivotCsv } from './csv.ts'
import { perColumn } from './per-column.ts'
import { layOut, type PivotSheet } from './pivot-sheet.ts'
import { readPivotTable } from './pivot-table.ts'
import { writePivotXlsx } from './xlsx.ts'

/** The formats that are sheets. */
export type SheetFormat = Exclude<ExportFormat, 'json'>

type Write = (sheet: PivotSheet, sink: ExportSink, options: ExportOptions) => Promise<void>
const writers: { readonly [F in SheetFormat]: Write } = {
  csv: writePivotCsv,
  xlsx: writePivotXlsx,
}

/** The order of a table's columns says nothing of a pivot table's. */
const withoutOrder = (settings: unknown): unknown =>
  typeof settings === 'object' ? { ...settings, 'table.columns': undefined } : settings

/** Which columns of a result are which of the sheet: rows, columns, the grouping, aggregations. */
const sheetColumns = (
  shown: ReturnType<typeof presentColumns>,
  { rows, columns, measures }: Pivot,
) => {
  const [down, breakouts] = [rows.length, rows.length + columns.length]
  const aggregations = shown.slice(breakouts + 1)
  const places = measures ?? aggregations.map((_, place) => place)
  return {
    places,
    rows: shown.slice(0, down),
    columns: shown.slice(down, breakouts),
    measures: places.flatMap((place) => aggregations[place] ?? []),
  }
}

type File = ExportOptions & {
  readonly format: SheetFormat
  readonly pivot: Pivot
  readonly visualizationSettings?: unknown
}

type Result = {
  readonly columns: readonly ColumnMetadata[]
  readonly batches: AsyncIterable<readonly ExportRow[]>
}

/**
 * Writes the answer to a pivot that is for a sheet as people see pivot tables; kept whole meanwhile.
 * @throws {Refusal} 400 for one too large
 */
export const writePivot = async (
  { columns, batches }: Result,
  sink: ExportSink,
  file: File,
): Promise<void> => {
  const { pivot, format, formatRows } = file
  const shown = presentColumns(columns, withoutOrder(file.visualizationSettings), file)
  const { places, ...standing } = sheetColumns(shown, pivot)
  const table = await readPivotTable(batches, {
    rows: pivot.rows.length,
    columns: pivot.columns.length,
    measures: places,
  })
  const sheet = layOut(table, standing, pivot, perColumn(formatRows ? formattedText : rawText))
  await writers[format](sheet, sink, file)
}

/** The same allowance, in words that say what can be done instead. */
export const pivotAllowance = (allowance: Allowance): Allowance => ({
  take: (bytes) => {
    const problem = allowance.take(bytes)
    if (problem?.errorType !== 'driver') return problem
    const message =
      'This pivot table is too large to be kept; filter it, or export it with pivot_results false.'
    return new QueryProblem('driver', message)
  },
})
