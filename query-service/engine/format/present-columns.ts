import {
  type TableColumn,
  type VisualizationSettings,
  visualizationSettings,
} from '../../../shared/contract/visualization-settings.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { FormatColumn } from './column.ts'
import { type ColumnFinder, columnFinder } from './column-finder.ts'
import { currencyInTitle } from './number-look.ts'
import { settingsByColumn } from './settings-by-column.ts'

/** A column as it is shown; `formattedText` and `rawText` of it write its cells. */
export type PresentedColumn = FormatColumn & {
  readonly name: string
  /** What stands in the header. */
  readonly displayName: string
  /** Where its cells stand in a row of the result. */
  readonly place: number
}

const named = (finder: ColumnFinder, { name, fieldRef, field_ref }: TableColumn) =>
  finder.byName(name) ?? finder.byReference(fieldRef ?? field_ref)

/**
 * Which columns are shown, in which order: those a table's settings enable, each once. Settings
 * that name a column there is not are those of another query and say nothing of this one, and
 * nobody means a table without any column.
 */
const shownColumns = (
  columns: readonly ColumnMetadata[],
  finder: ColumnFinder,
  { 'table.columns': entries = [] }: VisualizationSettings,
): readonly ColumnMetadata[] => {
  const found = entries.map((entry) => ({ entry, column: named(finder, entry) }))
  if (found.some(({ column }) => column === undefined)) return columns
  const shown = new Set(
    found.flatMap(({ entry, column }) => (column && entry.enabled ? [column] : [])),
  )
  return shown.size === 0 ? columns : [...shown]
}

const formatColumn = (column: ColumnMetadata): FormatColumn => ({
  baseType: column.base_type,
  semanticType: column.semantic_type,
  unit: column.unit,
})

export type PresentOptions = {
  /** Titles are part of how values are shown: exact rows keep the names of their columns. */
  readonly formatRows: boolean
}

/**
 * The columns of a result as visualization settings show them: which, in which order, under which
 * title and how their values look. Settings are those of a question or of a request, of any shape;
 * what they say that is not understood is passed over.
 */
export const presentColumns = (
  columns: readonly ColumnMetadata[],
  settings: unknown,
  { formatRows }: PresentOptions,
): readonly PresentedColumn[] => {
  const wanted = visualizationSettings.parse(settings)
  const finder = columnFinder(columns)
  const settingsOf = settingsByColumn(finder, wanted)
  const places = new Map(columns.map((column, place) => [column, place]))
  return shownColumns(columns, finder, wanted).map((column) => {
    const own = settingsOf.get(column)
    const look = { ...formatColumn(column), ...(own && { settings: own }) }
    const title = (formatRows ? own?.column_title : undefined) ?? column.display_name
    const currency = currencyInTitle(look)
    return {
      ...look,
      name: column.name,
      displayName: currency === undefined ? title : `${title} (${currency})`,
      place: places.get(column) ?? 0,
    }
  })
}
