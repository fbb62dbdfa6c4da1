import type { Json } from '../../../shared/kernel/json.ts'
import type { Cell } from '../../../shared/ports/engine-driver.ts'
import type { ExportRow } from '../../engine/export/exporter.ts'
import type { Pivot } from '../../engine/mbql/pivot/pivot.ts'
import type { JsonRow } from '../../engine/shape/rows.ts'

type Places = {
  readonly breakouts: readonly number[]
  /** Undefined where rows are as they come, without totals. */
  readonly grouping: number | undefined
  readonly measures: readonly number[]
}

const cellOf = (value: Json | undefined): Cell => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Bits say which breakouts a row is the total over; they go where their breakouts went. */
const moved = (grouping: number, order: readonly number[]): number =>
  order.reduce((bits, from, to) => bits | (((grouping >> from) & 1) << to), 0)

const inOrder = (one: Cell, other: Cell): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  const difference = Number(one) - Number(other)
  return Number.isNaN(difference) || difference === 0 ? (one < other ? -1 : 1) : difference
}

const inTurn = (one: ExportRow, other: ExportRow): number =>
  one.map((cell, place) => inOrder(cell, other[place] ?? null)).find((it) => it !== 0) ?? 0

/**
 * The rows of a result as a pivot table reads them: breakouts of its rows, of its columns, the
 * grouping, measures. What rows and columns there are stands before what is in them: rows in the
 * order of the answer, columns in their own.
 */
export const pivotRows = (
  rows: readonly JsonRow[],
  { breakouts, grouping, measures }: Places,
  { rows: down, columns: across }: Pick<Pivot, 'rows' | 'columns'>,
): readonly ExportRow[] => {
  const order = [...down, ...across]
  const arranged = rows.map((row): ExportRow => {
    const bits = grouping === undefined ? 0 : moved(Number(row[grouping]), order)
    const groups = order.map((place) => cellOf(row[breakouts[place] ?? -1]))
    return [...groups, String(bits), ...measures.map((place) => cellOf(row[place]))]
  })
  const rowBits = (1 << down.length) - 1
  const columnBits = ((1 << across.length) - 1) << down.length
  const keyOf = (row: ExportRow) => JSON.stringify(row.slice(0, order.length + 1))
  const own = new Map(arranged.map((row) => [keyOf(row), row]))

  const alone = (bits: number) => {
    const kept = new Map<string, ExportRow>()
    for (const row of arranged.filter((it) => it[order.length] === '0')) {
      const groups = order.map((_, place) => ((bits >> place) & 1 ? null : (row[place] ?? null)))
      const entry = [...groups, String(bits), ...measures.map(() => null)]
      const key = keyOf(entry)
      kept.set(key, own.get(key) ?? entry)
    }
    return kept
  }
  const left = alone(columnBits)
  const top = new Map([...alone(rowBits)].sort(([, one], [, other]) => inTurn(one, other)))
  return [...new Map([...left, ...top, ...own]).values()]
}
