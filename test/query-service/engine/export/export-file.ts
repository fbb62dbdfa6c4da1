import type { ExportColumn, ExportRow } from '../../../../query-service/engine/export/exporter.ts'
import { type ExportFormat, exporters } from '../../../../query-service/engine/export/exporters.ts'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'

export const column = (
  displayName: string,
  baseType: BaseType = 'type/Text',
  more: Partial<ExportColumn> = {},
): ExportColumn => ({ name: displayName, displayName, baseType, semanticType: null, ...more })

export async function* inBatches<T>(...batches: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* batches
}

export const collected = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** The whole file, as a reader would have it on disk. */
export const exportFile = async (
  format: ExportFormat,
  columns: readonly ExportColumn[],
  rows: readonly ExportRow[],
  formatRows = false,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  await exporters[format].write(
    { columns, batches: inBatches(rows) },
    async (chunk) => {
      chunks.push(chunk)
    },
    { formatRows },
  )
  return Buffer.concat(chunks)
}

export const exportText = async (
  format: 'csv' | 'json',
  columns: readonly ExportColumn[],
  rows: readonly ExportRow[],
  formatRows = false,
): Promise<string> => (await exportFile(format, columns, rows, formatRows)).toString()
