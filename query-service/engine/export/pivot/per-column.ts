import type { ExportColumn } from '../exporter.ts'

/** What is made of a column, made once for each. */
export const perColumn = <T>(make: (column: ExportColumn) => T): ((column: ExportColumn) => T) => {
  const known = new Map<ExportColumn, T>()
  return (column) => {
    const made = known.get(column) ?? make(column)
    known.set(column, made)
    return made
  }
}
