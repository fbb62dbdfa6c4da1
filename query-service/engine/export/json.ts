import { type BaseType, numericTypes } from '../../../shared/kernel/base-type.ts'
import { formattedText, rawText } from '../format/cell-text.ts'
import type { TextOf } from '../format/column.ts'
import type { ExportColumn, Exporter } from './exporter.ts'
import { type TextFile, writeTextFile } from './text-file.ts'

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const string: TextOf = (cell) => JSON.stringify(cell)

/** Digits are written as they came: a big integer keeps all of them. `NaN` has no number in JSON. */
const number: TextOf = (cell) => (jsonNumber.test(cell) ? cell : string(cell))

const boolean: TextOf = (cell) => (cell === 'true' || cell === 'false' ? cell : string(cell))

/** The document itself rather than a string that holds one, written as the database wrote it. */
const document: TextOf = (cell) => {
  try {
    JSON.parse(cell)
    return cell
  } catch {
    return string(cell)
  }
}

const documentTypes: ReadonlySet<BaseType> = new Set(['type/JSON', 'type/Array', 'type/Dictionary'])

const nativeValue = (column: ExportColumn): TextOf => {
  if (numericTypes.has(column.baseType)) return number
  if (column.baseType === 'type/Boolean') return boolean
  if (documentTypes.has(column.baseType)) return document
  const text = rawText(column)
  return (cell) => string(text(cell))
}

const stringValue = (column: ExportColumn): TextOf => {
  const text = formattedText(column)
  return (cell) => string(text(cell))
}

/** One member per distinct title, where the last column of that title wins. */
const members = (columns: readonly ExportColumn[], valueText: (column: ExportColumn) => TextOf) => {
  const byTitle = new Map(columns.map((column, index) => [column.displayName, { column, index }]))
  return [...byTitle].map(([title, { column, index }], position) => ({
    opening: `${position === 0 ? '{' : ','}${JSON.stringify(title)}:`,
    index,
    value: valueText(column),
  }))
}

const jsonRows = (columns: readonly ExportColumn[], formatRows: boolean): TextFile => {
  const object = members(columns, formatRows ? stringValue : nativeValue)
  const nothing = formatRows ? '""' : 'null'
  const closing = object.length === 0 ? '{}' : '}'
  let separator = ''
  return {
    head: '[',
    tail: ']',
    encode: (rows) => {
      let text = ''
      for (const row of rows) {
        text += separator
        separator = ',\n'
        for (const { opening, index, value } of object) {
          const cell = row[index]
          text += opening + (cell === null || cell === undefined ? nothing : value(cell))
        }
        text += closing
      }
      return text
    },
  }
}

/** An array of flat objects keyed by title; all values are strings when rows are formatted. */
export const jsonExporter: Exporter = {
  contentType: 'application/json',
  extension: 'json',
  isWholeFirst: false,
  write: (result, sink, { formatRows }) =>
    writeTextFile(result, sink, jsonRows(result.columns, formatRows)),
}
