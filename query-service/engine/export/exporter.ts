import { numericTypes, temporalTypes } from '../../../shared/kernel/base-type.ts'
import type { Cell } from '../../../shared/ports/engine-driver.ts'
import type { FormatColumn } from '../format/column.ts'
import type { PresentedColumn } from '../format/present-columns.ts'

/** A column of the file: its cells stand where it stands among the others. */
export type ExportColumn = Omit<PresentedColumn, 'place'>

/** Digits, dates and booleans: short, and without any character a file format gives a meaning to. */
export const hasBoundedCells = ({ baseType }: FormatColumn): boolean =>
  numericTypes.has(baseType) || temporalTypes.has(baseType) || baseType === 'type/Boolean'

export type ExportRow = readonly Cell[]

export type ExportResult = {
  readonly columns: readonly ExportColumn[]
  readonly batches: AsyncIterable<readonly ExportRow[]>
}

/** Takes one chunk and resolves when the reader is ready for the next; rejects once it is gone. */
export type ExportSink = (chunk: Uint8Array) => Promise<void>

export type ExportOptions = {
  /** Values as people read them instead of exact ones. */
  readonly formatRows: boolean
  /** Begins text for spreadsheets that take it for Latin-1 otherwise; csv only. */
  readonly byteOrderMark?: boolean | undefined
}

export type ExportSummary = {
  readonly rows: number
  /** The result had more rows than a file may have, and the file ends at the cap. */
  readonly truncated: boolean
}

/**
 * Turns a stream of rows into a file. Nothing reaches the sink before the first rows were read, so
 * a query that fails at once can still be answered with an error; a failure after that rejects, and
 * the connection must be aborted, or half a file would look like a whole one. The sink is never
 * ended here.
 * @throws {Refusal} `validation` when the format cannot hold the result.
 */
export type Exporter = {
  readonly contentType: string
  readonly extension: string
  /** Whether the format has bounds that may show only at the end: nothing is sent before it. */
  readonly isWholeFirst: boolean
  write(result: ExportResult, sink: ExportSink, options: ExportOptions): Promise<ExportSummary>
}

/** Rows of one file without its header: what a worksheet can hold. */
export const maxExportRows = 1_048_575
