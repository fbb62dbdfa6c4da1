import type { Cell } from '../../../../shared/ports/engine-driver.ts'
import type { ExportColumn } from '../exporter.ts'

/** Blank, words of ours, or a value of a column, which says how it looks. */
export type SheetCell =
  | null
  | { readonly label: string }
  | { readonly of: ExportColumn; readonly value: string }

export type SheetRow = readonly SheetCell[]

export const label = (text: string): SheetCell => ({ label: text })

export const blanks = (count: number): SheetRow => Array.from({ length: count }, () => null)

export const cellOf = (value: Cell | undefined, of: ExportColumn | undefined): SheetCell =>
  value === null || value === undefined || !of ? null : { of, value }
