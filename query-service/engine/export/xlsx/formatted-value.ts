import { type BaseType, numericTypes } from '../../../../shared/kernel/base-type.ts'
import { formattedText } from '../../format/cell-text.ts'
import type { ExportColumn } from '../exporter.ts'
import { cellText } from './sheet-text.ts'
import { isSheetNumber, serialByKind, sheetKind } from './sheet-value.ts'

/** A cell's value and the number format that shows it as pages show it; never an object. */
export type FormattedValue = {
  readonly value: string | number | boolean
  readonly numFmt?: string
}

export type FormattedValueOf = (cell: string) => FormattedValue

/** Excel takes 30 decimals at the most. */
const maxDecimals = 30

const withDecimals = (format: string, decimals: number) =>
  decimals === 0 ? format : `${format}.${'0'.repeat(decimals)}`

const decimalsOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0

/** Number formats have no "up to two decimals" without a stray point, so each value brings its own. */
const numberFormats: Readonly<Record<string, (decimals: number) => string>> = {
  'type/PK': (decimals) => withDecimals('0', decimals),
  'type/FK': (decimals) => withDecimals('0', decimals),
  'type/Percentage': (decimals) => `${withDecimals('#,##0', decimals)}%`,
  'type/Latitude': () => '0.00000000"° N";0.00000000"° S"',
  'type/Longitude': () => '0.00000000"° E";0.00000000"° W"',
}

const grouped = (decimals: number) => withDecimals('#,##0', decimals)

const numberValue = (column: ExportColumn): FormattedValueOf => {
  const format = numberFormats[column.semanticType ?? ''] ?? grouped
  const text = formattedText(column)
  return (cell) => {
    const shown = text(cell)
    const decimals = decimalsOf(shown)
    if (decimals > maxDecimals || !isSheetNumber(cell, column.baseType)) {
      return { value: cellText(shown) }
    }
    return { value: Number(cell), numFmt: format(decimals) }
  }
}

const dateFormat = 'mmmm d, yyyy'

/** Buckets that no number format can show (`Q2 - 2014`, a week's two ends) are written as text. */
const bucketFormats: Readonly<Record<string, string>> = {
  minute: `${dateFormat}, h:mm AM/PM`,
  hour: `${dateFormat}, h:mm AM/PM`,
  day: dateFormat,
  month: 'mmmm, yyyy',
  year: 'yyyy',
}

const kindFormats = {
  date: dateFormat,
  dateTime: `${dateFormat}, h:mm AM/PM`,
  time: 'h:mm AM/PM',
} as const

const textualUnits: ReadonlySet<string> = new Set(['week', 'quarter'])

const textValue = (column: ExportColumn): FormattedValueOf => {
  const text = formattedText(column)
  return (cell) => ({ value: cellText(text(cell)) })
}

const temporalValue = (
  column: ExportColumn,
  kind: 'date' | 'dateTime' | 'time',
): FormattedValueOf => {
  const asText = textValue(column)
  if (textualUnits.has(column.unit ?? '')) return asText
  const numFmt = bucketFormats[column.unit ?? ''] ?? kindFormats[kind]
  const toSerial = serialByKind[kind]
  return (cell) => {
    const serial = toSerial(cell)
    return serial === undefined ? asText(cell) : { value: Number(serial), numFmt }
  }
}

const booleanValue: FormattedValueOf = (cell) => ({
  value: cell === 'true' || cell === 'false' ? cell === 'true' : cellText(cell),
})

const isExtractedPart = ({ unit, baseType }: { unit?: string | undefined; baseType: BaseType }) =>
  unit !== undefined && numericTypes.has(baseType)

export const formattedValue = (column: ExportColumn): FormattedValueOf => {
  const kind = sheetKind(column.baseType)
  if (kind === 'number') return isExtractedPart(column) ? textValue(column) : numberValue(column)
  if (kind === 'boolean') return booleanValue
  return kind === 'text' ? textValue(column) : temporalValue(column, kind)
}
