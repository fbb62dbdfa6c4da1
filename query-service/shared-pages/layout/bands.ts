/** A place on a grid of twelve columns, from 0; rows have no end. */
export type Spot = {
  readonly row: number
  readonly col: number
  readonly sizeX: number
  readonly sizeY: number
}

export const gridColumns = 12

const inReadingOrder = (a: Spot, b: Spot): number => a.row - b.row || a.col - b.col

const fitted = <T extends Spot>(spot: T): T => {
  const sizeX = Math.min(spot.sizeX, gridColumns)
  return { ...spot, sizeX, col: Math.min(spot.col, gridColumns - sizeX) }
}

/** Moves down what would lie over something else: nothing about the grid was refused before. */
const apart = <T extends Spot>(spots: readonly T[]): readonly T[] => {
  const bottoms = new Array<number>(gridColumns).fill(0)
  return spots
    .map(fitted)
    .sort(inReadingOrder)
    .map((spot) => {
      const end = spot.col + spot.sizeX
      const row = Math.max(spot.row, ...bottoms.slice(spot.col, end))
      bottoms.fill(row + spot.sizeY, spot.col, end)
      return { ...spot, row }
    })
    .sort(inReadingOrder)
}

/**
 * Cards in bands, in reading order, rows counted from the top of each band: between two bands runs a
 * straight line that no card crosses. So pages break between them, and no card is far down its grid.
 */
export const bandsOf = <T extends Spot>(spots: readonly T[]): readonly (readonly T[])[] => {
  const bands: T[][] = []
  let [top, bottom] = [0, 0]
  for (const spot of apart(spots)) {
    if (bands.length === 0 || spot.row >= bottom) {
      bands.push([])
      top = spot.row
    }
    bottom = Math.max(bottom, spot.row + spot.sizeY)
    bands.at(-1)?.push({ ...spot, row: spot.row - top })
  }
  return bands
}
