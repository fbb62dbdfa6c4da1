import type { BaseType } from '../../../../shared/kernel/base-type.ts'
import { rawText } from '../../format/cell-text.ts'
import type { TextOf } from '../../format/column.ts'
import type { ExportColumn, ExportRow } from '../exporter.ts'
import { columnLetters, columnWidths } from './layout.ts'
import { cellXml } from './sheet-text.ts'
import { isSheetNumber, type SheetKind, serialByKind, sheetKind } from './sheet-value.ts'
import { sheetStyles, worksheetOpening } from './workbook-parts.ts'

const space = 0x20
/** Blanks at either end would be dropped by readers that follow XML to the letter. */
const isBlankEnded = (text: string) =>
  text.charCodeAt(0) <= space || text.charCodeAt(text.length - 1) <= space

/** The rest of a cell element after its reference, from `"` to `</c>`. */
const textCell: TextOf = (text) =>
  isBlankEnded(text)
    ? `" t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is></c>`
    : `" t="inlineStr"><is><t>${cellXml(text)}</t></is></c>`

const numberCell =
  (baseType: BaseType): TextOf =>
  (cell) =>
    isSheetNumber(cell, baseType) ? `"><v>${cell}</v></c>` : textCell(cell)

const booleanCells: Readonly<Record<string, string>> = {
  true: '" t="b"><v>1</v></c>',
  false: '" t="b"><v>0</v></c>',
}

const dateStyle = `" s="${sheetStyles.date}"><v>`

/** A local moment at midnight looks like a date here, as it does in the other formats. */
const serialCell = (kind: 'date' | 'dateTime' | 'time', text: TextOf): TextOf => {
  const toSerial = serialByKind[kind]
  const ownStyle = `" s="${sheetStyles[kind]}"><v>`
  return (cell) => {
    const serial = toSerial(cell)
    if (serial === undefined) return textCell(text(cell))
    return `${text(cell) === cell ? ownStyle : dateStyle}${serial}</v></c>`
  }
}

const cellByKind: Readonly<Record<SheetKind, (column: ExportColumn) => TextOf>> = {
  text: () => textCell,
  number: ({ baseType }) => numberCell(baseType),
  boolean: () => (cell) => booleanCells[cell] ?? textCell(cell),
  date: (column) => serialCell('date', rawText(column)),
  dateTime: (column) => serialCell('dateTime', rawText(column)),
  time: (column) => serialCell('time', rawText(column)),
}

const headerCell = ({ displayName }: ExportColumn, index: number) =>
  `<c r="${columnLetters(index)}1" s="${sheetStyles.header}${textCell(displayName)}`

const sheetOpening = (columns: readonly ExportColumn[], rows: readonly ExportRow[]) => {
  const widths = columnWidths(columns, rows, rawText).map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return [
    worksheetOpening,
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '</sheetView></sheetViews>',
    widths.length > 0 ? `<cols>${widths.join('')}</cols>` : '',
    `<sheetData><row r="1">${columns.map(headerCell).join('')}</row>`,
  ].join('')
}

const sheetClosing = (columnCount: number, rowCount: number) => {
  const lastCell = `${columnLetters(Math.max(0, columnCount - 1))}${rowCount}`
  const filter = columnCount > 0 ? `<autoFilter ref="A1:${lastCell}"/>` : ''
  return `</sheetData>${filter}</worksheet>`
}

/** Rows to XML, `firstRow` being the number of the first in the sheet. */
const rowEncoder = (columns: readonly ExportColumn[]) => {
  const cells = columns.map((column, index) => ({
    index,
    opening: `<c r="${columnLetters(index)}`,
    ending: cellByKind[sheetKind(column.baseType)](column),
  }))
  return (rows: readonly ExportRow[], firstRow: number): string => {
    let xml = ''
    let number = firstRow
    for (const row of rows) {
      const reference = String(number)
      xml += `<row r="${reference}">`
      for (const { index, opening, ending } of cells) {
        const cell = row[index]
        if (cell !== null && cell !== undefined) xml += opening + reference + ending(cell)
      }
      xml += '</row>'
      number += 1
    }
    return xml
  }
}

/** The XML of a worksheet of exact values, row by row, holding no more than one slice. */
export async function* rawSheet(
  columns: readonly ExportColumn[],
  slices: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Buffer, void, undefined> {
  const encode = rowEncoder(columns)
  let written = 0
  for await (const rows of slices) {
    if (written === 0) {
      yield Buffer.from(sheetOpening(columns, rows))
      written = 1
    }
    yield Buffer.from(encode(rows, written + 1))
    written += rows.length
  }
  if (written === 0) {
    yield Buffer.from(sheetOpening(columns, []))
    written = 1
  }
  yield Buffer.from(sheetClosing(columns.length, written))
}
