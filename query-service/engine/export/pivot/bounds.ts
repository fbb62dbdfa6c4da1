import { Refusal } from '../../../../shared/kernel/refusal.ts'

/** What may be kept in the memory of this process. */
const mostCells = 1_000_000
/** What a worksheet holds. */
const mostColumns = 16_384

const instead = 'filter it, or export it with pivot_results false.'

/** @throws {Refusal} 400 naming the bound. */
export const refuseTooManyCells = (cells: number): void => {
  if (cells <= mostCells) return
  const message = `This pivot table has more than ${mostCells} cells; ${instead}`
  throw new Refusal('validation', message)
}

/** @throws {Refusal} 400 naming the bound. */
export const refuseTooWide = (columns: number): void => {
  if (columns <= mostColumns) return
  const message = `A pivot table has ${mostColumns} columns at the most, and this one ${columns}; ${instead}`
  throw new Refusal('validation', message)
}
