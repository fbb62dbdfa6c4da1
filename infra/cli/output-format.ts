import { Option } from 'commander'
import type { ExportColumn } from '../../query-service/engine/export/exporter.ts'
import { exporters } from '../../query-service/engine/export/exporters.ts'
import type { CliContext } from './context.ts'
import { type TextColumn, textTable } from './text-table.ts'

/** A result in all the shapes one can have it in. */
export type Result = {
  readonly columns: readonly TextColumn[]
  readonly rows: readonly (readonly string[])[]
  /** As the API answers it. */
  readonly json: unknown
  /** Sentences above the table. */
  readonly about?: readonly string[]
}

export type OutputFormat = 'table' | 'csv' | 'json'

export const formatOption = (): Option =>
  new Option('--format <format>', 'how the answer is written')
    .choices(['table', 'csv', 'json'])
    .default('table')

const columnOf = ({ title }: TextColumn): ExportColumn => ({
  name: title,
  displayName: title,
  baseType: 'type/Text',
  semanticType: null,
})

async function* once<T>(item: T) {
  yield item
}

type Printer = Pick<CliContext, 'print' | 'write'>

const printers: Record<OutputFormat, (printer: Printer, result: Result) => Promise<void>> = {
  json: async ({ print }, { json }) => {
    for (const line of JSON.stringify(json, undefined, 2).split('\n')) print(line)
  },
  // As exports write it: what would be a formula in a spreadsheet is none.
  csv: async ({ write }, { columns, rows }) => {
    const result = { columns: columns.map(columnOf), batches: once(rows) }
    await exporters.csv.write(result, write, { formatRows: false })
  },
  table: async ({ print }, { about = [], columns, rows }) => {
    for (const line of about) print(line)
    if (about.length > 0 && rows.length > 0) print('')
    if (rows.length > 0) for (const line of textTable(columns, rows)) print(line)
  },
}

/** Prints a result in the format asked for. */
export const show = (printer: Printer, format: OutputFormat, result: Result): Promise<void> =>
  printers[format](printer, result)
