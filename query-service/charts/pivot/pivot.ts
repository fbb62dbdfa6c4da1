import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { ColumnMetadata } from '../../engine/column-metadata.ts'
import type { ExportColumn } from '../../engine/export/exporter.ts'
import { layOut, type PivotSheet } from '../../engine/export/pivot/pivot-sheet.ts'
import { pivotReader } from '../../engine/export/pivot/pivot-table.ts'
import type { SheetRow } from '../../engine/export/pivot/sheet-cell.ts'
import { formattedText } from '../../engine/format/cell-text.ts'
import { isSplit, type Pivot } from '../../engine/mbql/pivot/pivot.ts'
import { pivotFromSettings } from '../../engine/pivot/pivot-asked.ts'
import type { Chart, Display } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'
import { counted, listed } from '../words.ts'
import { pivotRows } from './pivot-rows.ts'

/** What the answers to pivots call the column that tells totals apart. */
const groupingName = 'pivot-grouping'
const mostColumns = 100
const mostRows = 1_000

const isGrouping = ({ name }: Pick<ColumnMetadata, 'name'>) => name === groupingName

/** Where breakouts stand; where nobody said so, the last of several along the top. */
const pivotOf = ({ given }: Chart, breakouts: readonly unknown[]): Pivot => {
  const settings = given.settings
  const asked = pivotFromSettings(
    typeof settings === 'object' && settings !== null ? { ...settings } : {},
    given.columns.filter((column) => !isGrouping(column)),
  )
  if (isSplit(asked)) return asked
  const places = breakouts.map((_, place) => place)
  const across = places.length > 1 ? places.slice(-1) : []
  return { ...asked, rows: places.slice(0, places.length - across.length), columns: across }
}

const asExported = ({ name, title, format }: ChartColumn): ExportColumn => ({
  ...format,
  name,
  displayName: title,
})

const textsOf = (row: SheetRow): readonly string[] =>
  row.map((cell) => {
    if (cell === null) return ''
    return 'label' in cell ? cell.label : formattedText(cell.of)(cell.value)
  })

const placed = <T>(all: readonly T[], places: readonly number[]): readonly T[] =>
  places.flatMap((place) => all[place] ?? [])

const sheetOf = (chart: Chart, pivot: Pivot, breakouts: readonly ChartColumn[]) => {
  const { columns, rows } = chart
  const aggregations = columns.filter(({ source }) => source === 'aggregation')
  const measures = pivot.measures ? placed(aggregations, pivot.measures) : aggregations
  const grouping = columns.findIndex(isGrouping)
  const shown = grouping === -1 ? { rowTotals: false, columnTotals: false } : pivot
  const { take, table } = pivotReader({
    rows: pivot.rows.length,
    columns: pivot.columns.length,
    measures: measures.map((_, place) => place),
  })
  const at = (column: ChartColumn) => columns.indexOf(column)
  const places = {
    breakouts: breakouts.map(at),
    grouping: grouping === -1 ? undefined : grouping,
    measures: measures.map(at),
  }
  pivotRows(rows, places, pivot).forEach(take)
  const standing = {
    rows: placed(breakouts, pivot.rows).map(asExported),
    columns: placed(breakouts, pivot.columns).map(asExported),
    measures: measures.map(asExported),
  }
  return { measures, standing, sheet: layOut(table, standing, shown, formattedText), table }
}

const linesOf = ({ body, titleColumns }: PivotSheet) =>
  [...body()].slice(0, mostRows).map((row) => ({
    cells: textsOf(row),
    isTotal: row
      .slice(0, titleColumns)
      .some((cell) => cell !== null && 'label' in cell && cell.label !== '(empty)'),
  }))

/** Groups on both sides; totals where the result brings them along, since not all can be added up. */
export const pivot: Display = (chart) => {
  const breakouts = chart.columns.filter((it) => it.source === 'breakout' && !isGrouping(it))
  const asked = pivotOf(chart, breakouts)
  if (breakouts.length === 0) return { unfit: 'Only questions with groups can be pivoted.' }
  try {
    const { sheet, table, standing, measures } = sheetOf(chart, asked, breakouts)
    const wide = table.across.count(false)
    if (wide > mostColumns) return { unfit: `It would have ${wide} columns.` }
    const tall = table.down.count(false)
    const named = (columns: readonly ExportColumn[]) =>
      listed(columns.map(({ displayName }) => displayName))
    const across =
      standing.columns.length > 0
        ? ` and ${named(standing.columns)} (${counted(wide, 'column')})`
        : ''
    const rows = linesOf(sheet)
    return {
      shape: {
        kind: 'pivot',
        header: sheet.header.map(textsOf),
        titleColumns: sheet.titleColumns,
        rows,
      },
      summary: `Pivot table of ${listed(measures.map(({ title }) => title))} by ${named(standing.rows)} (${counted(tall, 'row')})${across}.`,
      notes: tall > rows.length ? [`Only the first ${rows.length} of ${tall} rows are shown.`] : [],
    }
  } catch (error) {
    if (error instanceof Refusal) return { unfit: error.message }
    throw error
  }
}
