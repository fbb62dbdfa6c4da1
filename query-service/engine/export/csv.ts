import { stringify } from 'csv-stringify/sync'
import { instantTypes, numericTypes } from '../../../shared/kernel/base-type.ts'
import { formattedText, rawText } from '../format/cell-text.ts'
import type { TextOf } from '../format/column.ts'
import { type ExportColumn, type Exporter, type ExportRow, hasBoundedCells } from './exporter.ts'
import { type TextFile, writeTextFile } from './text-file.ts'

/** Spreadsheets run text that starts so as a formula, a full-width sign or a leading blank included. */
const formulaPattern = /^(?:[=+\-@\t\r\n＝＋－＠]|\s+[=＝])/
const quotedPattern = /[",\n\r]/
/** Cheap first look: text without any of these is neither a formula nor in need of quotes. */
const suspectPattern = /[",\n\r=+\-@\t＝＋－＠]/

const guarded: TextOf = (text) => (formulaPattern.test(text) ? `'${text}` : text)
export const quoted: TextOf = (text) =>
  quotedPattern.test(text) ? `"${text.replaceAll('"', '""')}"` : text
export const textField: TextOf = (text) =>
  suspectPattern.test(text) ? quoted(guarded(text)) : text

/** Digits and signs of our own making, which nothing from elsewhere can turn into a formula. */
export const isNumeric = ({ baseType, settings }: ExportColumn) =>
  numericTypes.has(baseType) && !settings?.prefix && !settings?.suffix

/** How a column's cells become fields; undefined where a cell is a field as it stands. */
const rawField = (column: ExportColumn): TextOf | undefined => {
  if (!hasBoundedCells(column)) return textField
  return instantTypes.has(column.baseType) ? rawText(column) : undefined
}

/** A lone empty field would be an empty line, which many readers skip: the row would be lost. */
const emptyField = (columns: readonly ExportColumn[]) => (columns.length === 1 ? '""' : '')

/** Exact rows. Written by hand, because these are the files of a million rows. */
export const rawCsv = (columns: readonly ExportColumn[]): TextFile => {
  const fields = columns.map(rawField)
  const empty = emptyField(columns)
  return {
    head: `${columns.map(({ displayName }) => textField(displayName) || empty).join(',')}\n`,
    tail: '',
    encode: (rows) => {
      let text = ''
      for (const row of rows) {
        for (let index = 0; index < fields.length; index += 1) {
          if (index > 0) text += ','
          const cell = row[index]
          const field = fields[index]
          if (cell) text += field === undefined ? cell : field(cell)
          else text += empty
        }
        text += '\n'
      }
      return text
    },
  }
}

const stringifyRows = (rows: readonly ExportRow[], columnCount: number): string =>
  stringify([...rows], {
    record_delimiter: '\n',
    quote_record_delimiter: true,
    quoted_empty: columnCount === 1,
  })

/** Rows of finished text through csv-stringify, behind the same guard against formulas. */
export const stringifiedCsv = (
  columns: readonly ExportColumn[],
  textOf: (column: ExportColumn) => TextOf,
): TextFile => {
  const fields = columns.map((column): TextOf => {
    const text = textOf(column)
    return isNumeric(column) ? text : (cell) => guarded(text(cell))
  })
  return {
    head: stringifyRows([columns.map(({ displayName }) => guarded(displayName))], columns.length),
    tail: '',
    encode: (rows) =>
      stringifyRows(
        rows.map((row) =>
          fields.map((field, index) => {
            const cell = row[index]
            return cell ? field(cell) : null
          }),
        ),
        columns.length,
      ),
  }
}

const marked = (file: TextFile): TextFile => ({ ...file, head: `\ufeff${file.head}` })

/** Comma, LF, UTF-8, without a byte order mark unless one is asked for; null is an empty field. */
export const csvExporter: Exporter = {
  contentType: 'text/csv',
  extension: 'csv',
  isWholeFirst: false,
  write: ({ columns, batches }, sink, { formatRows, byteOrderMark }) => {
    const file = formatRows ? stringifiedCsv(columns, formattedText) : rawCsv(columns)
    return writeTextFile({ columns, batches }, sink, byteOrderMark ? marked(file) : file)
  },
}
