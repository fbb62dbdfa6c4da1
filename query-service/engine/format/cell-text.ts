import { type BaseType, instantTypes, numericTypes } from '../../../shared/kernel/base-type.ts'
import type { FormatColumn, TextOf } from './column.ts'
import { latitudeText, longitudeText, numberText, percentageText } from './number-text.ts'
import { bucketText, dateText, dateTimeText, partText, timeText } from './temporal-text.ts'

const midnight = 'T00:00:00'
const verbatim: TextOf = (cell) => cell

const withoutMidnight: TextOf = (cell) =>
  cell.endsWith(midnight) ? cell.slice(0, -midnight.length) : cell

/**
 * Exact text, as `format_rows: false` asks for: the canonical cell, where a local moment at
 * midnight is written as its date. Numbers are neither rounded nor grouped.
 */
export const rawText = ({ baseType }: Pick<FormatColumn, 'baseType'>): TextOf =>
  instantTypes.has(baseType) ? withoutMidnight : verbatim

const semanticTexts: Readonly<Record<string, TextOf>> = {
  'type/PK': verbatim,
  'type/FK': verbatim,
  'type/Percentage': percentageText,
  'type/Latitude': latitudeText,
  'type/Longitude': longitudeText,
}

const baseTexts: Partial<Record<BaseType, TextOf>> = {
  'type/Date': dateText,
  'type/Time': timeText,
  'type/TimeWithTZ': timeText,
  'type/DateTime': dateTimeText,
  'type/DateTimeWithLocalTZ': dateTimeText,
  'type/DateTimeWithTZ': dateTimeText,
}

/**
 * Text as people read it, as `format_rows: true` asks for: `April 7, 2014`, `1,234.5`, `12:23 AM`.
 * Exports, pages and mails all use this one formatter, so a value looks the same everywhere.
 */
export const formattedText = ({ baseType, semanticType, unit }: FormatColumn): TextOf => {
  if (numericTypes.has(baseType)) {
    if (unit !== undefined) return partText(unit)
    return semanticTexts[semanticType ?? ''] ?? numberText
  }
  const byType = baseTexts[baseType]
  if (byType === undefined) return verbatim
  return (unit === undefined ? undefined : bucketText(unit)) ?? byType
}
