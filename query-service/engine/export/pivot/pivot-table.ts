import type { Cell } from '../../../../shared/ports/engine-driver.ts'
import type { ExportRow } from '../exporter.ts'
import { type Axis, type Key, openAxis } from './axis.ts'
import { refuseTooManyCells } from './bounds.ts'

/** How many breakouts are rows and columns, in this order, and which aggregations are shown. */
export type PivotShape = {
  readonly rows: number
  readonly columns: number
  /** Places among the aggregations. */
  readonly measures: readonly number[]
}

/** The groups of a row by the number of their column: a cell for each measure. */
export type Line = ReadonlyMap<number, readonly Cell[]>

/** The groups of a pivot, to be found by what they are groups of. */
export type PivotTable = {
  /** What rows and columns there are, in the order of the answer. */
  readonly down: Axis
  readonly across: Axis
  line(row: Key): Line
  /** The total over all columns is the column without values. */
  columnNumber(column: Key): number
}

/** Values of the breakouts from `start` on that a group was not totalled over: they come first. */
const keyOf = (row: ExportRow, grouping: number, start: number, count: number): Key => {
  let end = start
  while (end < start + count && (grouping & (1 << end)) === 0) end += 1
  return row.slice(start, end)
}

const numbering = () => {
  const numbers = new Map<string, number>()
  return (key: Key): number => {
    const text = JSON.stringify(key)
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
}

/**
 * Reads the answer to a pivot that is for a sheet, row by row.
 * @throws {Refusal} 400 for more than a sheet may hold
 */
export const pivotReader = ({ rows, columns, measures }: PivotShape) => {
  const breakouts = rows + columns
  const [down, across] = [openAxis(rows), openAxis(columns)]
  const [rowNumber, columnNumber] = [numbering(), numbering()]
  const lines: Map<number, readonly Cell[]>[] = []
  let seen = 0
  const table: PivotTable = {
    down,
    across,
    line: (row) => lines[rowNumber(row)] ?? new Map(),
    columnNumber,
  }
  return {
    take: (row: ExportRow): void => {
      seen += 1
      refuseTooManyCells(seen * measures.length)
      const grouping = Number(row[breakouts])
      const rowKey = keyOf(row, grouping, 0, rows)
      const columnKey = keyOf(row, grouping, rows, columns)
      if (columnKey.length === 0 && rowKey.length === rows) down.add(rowKey)
      if (rowKey.length === 0 && columnKey.length === columns) across.add(columnKey)
      const number = rowNumber(rowKey)
      const line = lines[number] ?? new Map()
      lines[number] = line
      const cells = measures.map((measure) => row[breakouts + 1 + measure] ?? null)
      line.set(columnNumber(columnKey), cells)
    },
    table,
  }
}

/**
 * Reads the whole answer to a pivot that is for a sheet.
 * @throws {Refusal} 400 for more than a sheet may hold
 */
export const readPivotTable = async (
  batches: AsyncIterable<readonly ExportRow[]>,
  shape: PivotShape,
): Promise<PivotTable> => {
  const { take, table } = pivotReader(shape)
  for await (const batch of batches) batch.forEach(take)
  return table
}
