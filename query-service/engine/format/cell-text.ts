import {
  type BaseType,
  instantTypes,
  numericTypes,
  temporalTypes,
} from '../../../shared/kernel/base-type.ts'
import type { FormatColumn, TextOf } from './column.ts'
import { numberLook } from './number-look.ts'
import { numberText } from './number-text.ts'
import { partText, temporalText, timeText } from './temporal-text.ts'

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

const isTimeOfDay: ReadonlySet<BaseType> = new Set(['type/Time', 'type/TimeWithTZ'])

/**
 * Text as people read it, as `format_rows: true` asks for: `April 7, 2014`, `1,234.5`, `12:23 AM`,
 * or as the column's settings say. Exports, pages and mails all use this one formatter, so a value
 * looks the same everywhere.
 */
export const formattedText = (column: FormatColumn): TextOf => {
  const { baseType, unit, settings } = column
  if (numericTypes.has(baseType))
    return unit === undefined ? numberText(numberLook(column)) : partText(unit, settings)
  if (isTimeOfDay.has(baseType)) return timeText(column)
  return temporalTypes.has(baseType) ? temporalText(column) : verbatim
}
