import type { BaseType } from '../../../shared/kernel/base-type.ts'
import type { Cell } from '../../../shared/ports/engine-driver.ts'
import type { TimeZone } from './time-zone.ts'

/** A value in the rows of a JSON answer. */
export type JsonCell = string | number | boolean | null

/** Canonical text → JSON value; made once per column, called once per cell. */
export type CellReader = (cell: Cell) => JsonCell

type ReadText = (text: string) => JsonCell

/** Digits a double cannot hold stay text, and so do NaN and Infinity, which JSON cannot. */
const exactNumber: ReadText = (text) => {
  const number = Number(text)
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text
}

const float: ReadText = (text) => {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

const dateLength = 'YYYY-MM-DD'.length
const dateTimeLength = 'YYYY-MM-DDTHH:MM:SS'.length

const isLocalDateTime = (text: string): boolean =>
  text.charCodeAt(dateLength) === 84 && text.charCodeAt(text.length - 1) < 58

/** A day is answered as its midnight; `infinity` and years before Christ stay as they are. */
const date =
  (zone: TimeZone): ReadText =>
  (text) => {
    const midnight = `${text}T00:00:00`
    const millis = text.length === dateLength ? Date.parse(`${midnight}Z`) : Number.NaN
    return Number.isNaN(millis) ? text : `${midnight}${zone.offsetAtLocal(millis)}`
  }

const localDateTime =
  (zone: TimeZone): ReadText =>
  (text) => {
    if (text.length === dateLength) return date(zone)(text)
    if (!isLocalDateTime(text)) return text
    const millis = Date.parse(`${text.slice(0, dateTimeLength)}Z`)
    return Number.isNaN(millis) ? text : `${text}${zone.offsetAtLocal(millis)}`
  }

/** Where the offset of a zoned date-time begins; 0 where there is none. */
const offsetStart = (text: string): number => {
  const end = text.length - 1
  if (text.charCodeAt(end) === 90) return end
  const sign = end - 5
  return sign >= dateTimeLength && '+-'.includes(text.charAt(sign)) ? sign : 0
}

/** Instants are told by the clock of the answer's time zone, fraction and all. */
const zonedDateTime = (zone: TimeZone): ReadText => {
  const local = localDateTime(zone)
  return (text) => {
    const start = offsetStart(text)
    // Truncation leaves some engines with a date-time of the session's zone and no offset.
    if (start === 0) return local(text)
    const instant = Date.parse(`${text.slice(0, dateTimeLength)}${text.slice(start)}`)
    if (Number.isNaN(instant)) return text
    const shifted = instant + zone.shiftAt(instant)
    const iso = new Date(shifted).toISOString().slice(0, dateTimeLength)
    return `${iso}${text.slice(dateTimeLength, start)}${zone.offsetAt(instant)}`
  }
}

const time =
  (zone: TimeZone): ReadText =>
  (text) =>
    /^\d{2}:\d{2}:\d{2}(?:\.\d+)?$/.test(text) ? `${text}${zone.offsetAtLocal(0)}` : text

const readers: { readonly [T in BaseType]?: (zone: TimeZone) => ReadText } = {
  'type/Integer': () => exactNumber,
  'type/BigInteger': () => exactNumber,
  'type/Decimal': () => exactNumber,
  'type/Float': () => float,
  'type/Boolean': () => (text) => text === 'true',
  'type/Date': date,
  'type/Time': time,
  'type/DateTime': localDateTime,
  'type/DateTimeWithLocalTZ': zonedDateTime,
  'type/DateTimeWithTZ': zonedDateTime,
}

const asText: ReadText = (text) => text

/** The reader of a column by what the engine says its cells are; all other types stay text. */
export const cellReader = (baseType: BaseType, zone: TimeZone): CellReader => {
  const read = readers[baseType]?.(zone) ?? asText
  return (cell) => (cell === null ? null : read(cell))
}
