import { type BaseType, instantTypes, numericTypes } from '../../../../shared/kernel/base-type.ts'
import { withoutTrailingZeros } from '../../format/decimal.ts'

/** What a worksheet cell can be: text, number, boolean, or a serial shown as a date or time. */
export type SheetKind = 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'time'

const kinds: Partial<Record<BaseType, SheetKind>> = {
  'type/Boolean': 'boolean',
  'type/Date': 'date',
  'type/Time': 'time',
}

export const sheetKind = (baseType: BaseType): SheetKind => {
  if (numericTypes.has(baseType)) return 'number'
  if (instantTypes.has(baseType)) return 'dateTime'
  return kinds[baseType] ?? 'text'
}

const plainNumber = /^-?\d+(?:\.\d+)?$/
const scientificNumber = /^-?\d+(?:\.\d+)?[eE][+-]?\d+$/
const exactDigits = 15

const significantDigits = (cell: string): number => {
  const digits = cell
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  return withoutTrailingZeros(digits).length
}

/**
 * Whether a spreadsheet keeps the number as it is: 15 significant digits at the most, or a float,
 * which is the same 64 bits there. Everything else is written as text and keeps its digits.
 */
export const isSheetNumber = (cell: string, baseType: BaseType): boolean => {
  if (plainNumber.test(cell)) {
    if (cell.length <= exactDigits) return true
  } else if (!scientificNumber.test(cell)) return false
  if (!Number.isFinite(Number(cell))) return false
  return baseType === 'type/Float' || significantDigits(cell) <= exactDigits
}

/** The serial of 1970-01-01. */
const unixEpoch = 25_569
/**
 * 1900-03-01 to 9999-12-31. Excel believes in a 29 February 1900, so programs disagree about the
 * two months before, and know nothing earlier.
 */
const firstSerial = 61
const lastSerial = 2_958_465
const millisecondsPerDay = 86_400_000
const secondsPerDay = 86_400

const dateCell = /^\d{4}-\d\d-\d\d$/
const dateTimeCell = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)?$/
const clockCell = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-][\d:]+)?$/
const zoneless = /^[\d:.]+/

/** Two digits as a number; several times faster than slicing, and there are millions of them. */
const twoDigits = (text: string, at: number) =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

const daySerial = (cell: string): number | undefined => {
  const year = twoDigits(cell, 0) * 100 + twoDigits(cell, 2)
  const midnight = Date.UTC(year, twoDigits(cell, 5) - 1, twoDigits(cell, 8))
  const serial = midnight / millisecondsPerDay + unixEpoch
  return year >= 1900 && serial >= firstSerial && serial <= lastSerial ? serial : undefined
}

/** Billionths of a day: a twelfth of a millisecond, and quicker to print than a full double. */
const fractionDigits = 9
const fractionUnit = 10 ** fractionDigits

/** The part of a day that `HH:MM:SS[.f]`, standing at `start`, is past midnight. */
const dayFraction = (cell: string, start: number): number => {
  const wholeSeconds =
    twoDigits(cell, start) * 3600 + twoDigits(cell, start + 3) * 60 + twoDigits(cell, start + 6)
  const hasFraction = cell.charAt(start + 8) === '.'
  const fraction = hasFraction ? Number(zoneless.exec(cell.slice(start + 8))?.[0] ?? 0) : 0
  const exact = (wholeSeconds + fraction) / secondsPerDay
  return Math.min(Math.round(exact * fractionUnit), fractionUnit - 1)
}

const serialText = (days: number, fraction: number): string =>
  fraction === 0 ? String(days) : `${days}.${String(fraction).padStart(fractionDigits, '0')}`

const dateSerial = (cell: string): string | undefined => {
  const days = dateCell.test(cell) ? daySerial(cell) : undefined
  return days === undefined ? undefined : String(days)
}

/** Worksheets know no zones: the wall clock the database answered with is what is kept. */
const dateTimeSerial = (cell: string): string | undefined => {
  const days = dateTimeCell.test(cell) ? daySerial(cell) : undefined
  return days === undefined ? undefined : serialText(days, dayFraction(cell, 11))
}

const timeSerial = (cell: string): string | undefined =>
  clockCell.test(cell) ? serialText(0, dayFraction(cell, 0)) : undefined

/** Days since 1899-12-30, as digits; undefined when a date or time has no such number. */
export const serialByKind = {
  date: dateSerial,
  dateTime: dateTimeSerial,
  time: timeSerial,
} as const
