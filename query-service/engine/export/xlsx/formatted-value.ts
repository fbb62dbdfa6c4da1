import { numericTypes } from '../../../../shared/kernel/base-type.ts'
import { formattedText } from '../../format/cell-text.ts'
import { type NumberLook, numberLook } from '../../format/number-look.ts'
import { numberText, scaledText } from '../../format/number-text.ts'
import { momentPattern, timePattern } from '../../format/temporal-pattern.ts'
import type { ExportColumn } from '../exporter.ts'
import { momentFormat } from './moment-format.ts'
import { numberFormat } from './number-format.ts'
import { cellText } from './sheet-text.ts'
import { isSheetNumber, serialByKind, sheetKind } from './sheet-value.ts'

/** A cell's value and the number format that shows it as pages show it; never an object. */
export type FormattedValue = {
  readonly value: string | number | boolean
  readonly numFmt?: string
}

export type FormattedValueOf = (cell: string) => FormattedValue

const textValue = (column: ExportColumn): FormattedValueOf => {
  const text = formattedText(column)
  return (cell) => ({ value: cellText(text(cell)) })
}

/** Excel takes 30 decimals at the most. */
const maxDecimals = 30

/** Number formats have no "up to two decimals" without a stray point, so each value brings its own. */
const decimalsOf = (look: NumberLook): ((cell: string) => number) => {
  const { decimals } = look
  if (decimals !== undefined) return () => decimals
  const bare = { ...look, decimalMark: '.', groupMark: '', prefix: '', lead: '' }
  const text = numberText(bare)
  return (cell) => /^-?\d+\.(\d+)/.exec(text(cell))?.[1]?.length ?? 0
}

const formatByDecimals = (look: NumberLook): ((decimals: number) => string | undefined) => {
  const formats = Array.from({ length: maxDecimals + 1 }, (_, it) => numberFormat(look, it))
  return (decimals) => formats[decimals]
}

const numberValue = (column: ExportColumn): FormattedValueOf => {
  const look = numberLook(column)
  const decimals = decimalsOf(look)
  const format = formatByDecimals(look)
  const scaled = scaledText(look)
  const asText = textValue(column)
  return (cell) => {
    const value = scaled(cell)
    const numFmt = isSheetNumber(value, column.baseType) ? format(decimals(cell)) : undefined
    return numFmt === undefined ? asText(cell) : { value: Number(value), numFmt }
  }
}

/** What no number format can show (`Q2 - 2014`, a week's two ends) is written as text. */
const formatOf = (column: ExportColumn, kind: 'date' | 'dateTime' | 'time') => {
  if (column.unit === 'week') return undefined
  return momentFormat(kind === 'time' ? timePattern(column.settings ?? {}) : momentPattern(column))
}

const temporalValue = (
  column: ExportColumn,
  kind: 'date' | 'dateTime' | 'time',
): FormattedValueOf => {
  const asText = textValue(column)
  const numFmt = formatOf(column, kind)
  if (numFmt === undefined) return asText
  const toSerial = serialByKind[kind]
  return (cell) => {
    const serial = toSerial(cell)
    return serial === undefined ? asText(cell) : { value: Number(serial), numFmt }
  }
}

const booleanValue: FormattedValueOf = (cell) => ({
  value: cell === 'true' || cell === 'false' ? cell === 'true' : cellText(cell),
})

const isExtractedPart = ({ unit, baseType }: ExportColumn) =>
  unit !== undefined && numericTypes.has(baseType)

export const formattedValue = (column: ExportColumn): FormattedValueOf => {
  const kind = sheetKind(column.baseType)
  if (kind === 'number') return isExtractedPart(column) ? textValue(column) : numberValue(column)
  if (kind === 'boolean') return booleanValue
  return kind === 'text' ? textValue(column) : temporalValue(column, kind)
}
