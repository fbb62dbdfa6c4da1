import { gridColumns, type Spot } from './bands.ts'

/** A band that is taller has its cards one below the other: styles have classes for so many rows. */
const mostRows = 96

const to = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Styles cannot stand in the page itself, so each place and size of the grid has a class. */
export const gridStyles: string = [
  ...to(gridColumns).map((n) => `.x${n}{grid-column-start:${n}}.w${n}{grid-column-end:span ${n}}`),
  ...to(mostRows).map((n) => `.y${n}{grid-row-start:${n}}.h${n}{grid-row-end:span ${n}}`),
].join('\n')

export const isTooTall = (band: readonly Spot[]): boolean =>
  band.some(({ row, sizeY }) => row + sizeY > mostRows)

/** The classes of a card in its band. */
export const gridClasses = ({ row, col, sizeX, sizeY }: Spot): string =>
  `x${col + 1} w${sizeX} y${row + 1} h${Math.min(sizeY, mostRows)}`
