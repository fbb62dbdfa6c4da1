import type {
  ExportColumn,
  ExportResult,
  ExportRow,
} from '../../../../query-service/engine/export/exporter.ts'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'

const column = (name: string, baseType: BaseType): ExportColumn => ({
  name,
  displayName: name,
  baseType,
  semanticType: null,
})

/** Three integers, two decimals, two texts, a timestamp, a date and a boolean. */
export const syntheticColumns: readonly ExportColumn[] = [
  column('id', 'type/Integer'),
  column('customer', 'type/Integer'),
  column('quantity', 'type/Integer'),
  column('price', 'type/Decimal'),
  column('tax', 'type/Decimal'),
  column('name', 'type/Text'),
  column('product', 'type/Text'),
  column('created_at', 'type/DateTime'),
  column('due', 'type/Date'),
  column('paid', 'type/Boolean'),
]

const pad = (number: number) => String(number).padStart(2, '0')

const row = (id: number): ExportRow => {
  const day = `20${pad(10 + (id % 15))}-${pad(1 + (id % 12))}-${pad(1 + (id % 28))}`
  return [
    String(id),
    String((id * 7919) % 100_003),
    String(id % 12),
    ((id % 9973) * 1.37).toFixed(2),
    ((id % 997) / 8).toFixed(3),
    `Customer ${id % 50_021}`,
    `Some product, size ${id % 500}`,
    `${day}T${pad(id % 24)}:${pad(id % 60)}:${pad((id * 7) % 60)}`,
    day,
    id % 3 === 0 ? 'true' : 'false',
  ]
}

/** Rows made as they are read, so memory holds one batch of them. */
export async function* syntheticBatches(
  rows: number,
  batchRows = 2_000,
): AsyncGenerator<readonly ExportRow[], void, undefined> {
  for (let start = 0; start < rows; start += batchRows) {
    yield Array.from({ length: Math.min(batchRows, rows - start) }, (_, index) =>
      row(start + index),
    )
  }
}

export const syntheticResult = (rows: number): ExportResult => ({
  columns: syntheticColumns,
  batches: syntheticBatches(rows),
})
