import type { Display } from './chart.ts'
import type { ChartColumn } from './columns.ts'

/** The column a single number is taken from. */
export const scalarColumn = (
  columns: readonly ChartColumn[],
  name: string | undefined,
): ChartColumn | undefined =>
  columns.find((column) => column.name === name) ??
  columns.find(({ role }) => role === 'number') ??
  columns[0]

/** One number, or whatever the first row says. */
export const scalar: Display = ({ columns, rows, settings }) => {
  const column = scalarColumn(columns, settings['scalar.field'])
  const row = rows[0]
  if (!column || !row) return { unfit: 'There is no value to show.' }
  const value = column.of(row)
  const text = value === null ? '–' : column.text(value)
  return {
    shape: { kind: 'number', value: text, caption: column.title },
    summary: value === null ? `${column.title} has no value.` : `${column.title}: ${text}.`,
  }
}
