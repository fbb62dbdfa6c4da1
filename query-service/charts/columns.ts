import { numericTypes, temporalTypes } from '../../shared/kernel/base-type.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { ColumnMetadata } from '../engine/column-metadata.ts'
import type { FormatColumn } from '../engine/format/column.ts'
import { presentColumns } from '../engine/format/present-columns.ts'
import { valueText } from '../engine/format/value-text.ts'
import type { JsonCell } from '../engine/shape/cell-reader.ts'
import type { JsonRow } from '../engine/shape/rows.ts'
import { upright } from '../pages/direction.ts'

/** What a column can be in a chart. */
export type Role = 'number' | 'time' | 'category'

export type ChartColumn = {
  readonly name: string
  readonly title: string
  readonly role: Role
  readonly source: ColumnMetadata['source']
  readonly format: FormatColumn
  /** Of a value, as people read it. */
  readonly text: (value: Json) => string
  readonly of: (row: JsonRow) => JsonCell
}

const timesOfDay = new Set(['type/Time', 'type/TimeWithTZ'])
const keys: ReadonlySet<string | null> = new Set(['type/PK', 'type/FK'])

const isNumber = (value: JsonCell) => value === null || typeof value === 'number'

/** Keys name things, and parts of moments (`day-of-week`) are names too; neither measures. */
const roleOf = (format: FormatColumn, values: () => readonly JsonCell[]): Role => {
  const { baseType, semanticType, unit } = format
  if (numericTypes.has(baseType))
    return keys.has(semanticType) || unit !== undefined ? 'category' : 'number'
  if (temporalTypes.has(baseType)) return timesOfDay.has(baseType) ? 'category' : 'time'
  if (baseType !== 'type/*') return 'category'
  const all = values()
  return all.some((value) => value !== null) && all.every(isNumber) ? 'number' : 'category'
}

/** The order of a table's columns says nothing of what a chart shows. */
const withoutOrder = (settings: unknown): unknown =>
  typeof settings === 'object' ? { ...settings, 'table.columns': undefined } : settings

/** The columns of a result as charts see them, each with the one way to write its values. */
export const chartColumns = (
  columns: readonly ColumnMetadata[],
  rows: readonly JsonRow[],
  settings: unknown,
): readonly ChartColumn[] =>
  presentColumns(columns, withoutOrder(settings), { formatRows: true }).map(
    ({ name, displayName, place, ...format }, index) => {
      const of = (row: JsonRow): JsonCell => row[place] ?? null
      const numeric = roleOf(format, () => rows.map(of))
      return {
        name,
        title: upright(displayName),
        role: numeric,
        source: columns[index]?.source ?? 'native',
        format,
        text: valueText(format),
        of,
      }
    },
  )

/** Digits too many for a double are text; `NaN` and `Infinity` are no place on an axis. */
export const numberOf = (value: JsonCell): number | null => {
  if (value === null || typeof value === 'boolean' || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** What a group without a value is called. */
const empty = '(empty)'

export const groupText = ({ text }: ChartColumn, value: JsonCell): string => {
  const shown = upright(text(value)).replace(/\s+/g, ' ').trim()
  return shown === '' ? empty : shown
}
