import { numericTypes } from '../../../shared/kernel/base-type.ts'
import type { Chart, Unfit } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'

export type ScatterChoice = {
  readonly x: ChartColumn
  readonly ys: readonly ChartColumn[]
  /** What the size of a point tells. */
  readonly bubble: ChartColumn | undefined
  /** Each of its values has its own colour. */
  readonly breakout: ChartColumn | undefined
}

/** Keys and parts of moments are numbers as well: they have a place. */
const hasPlaces = ({ role, format }: ChartColumn): boolean =>
  role !== 'category' || numericTypes.has(format.baseType)

/** Which columns say where points are. */
export const chooseForScatter = ({ columns, settings }: Chart): ScatterChoice | Unfit => {
  const named = (name: string | undefined) => columns.find((column) => column.name === name)
  const [wanted, breakout] = (settings['graph.dimensions'] ?? []).map(named)
  const metrics = (settings['graph.metrics'] ?? []).flatMap((name) => named(name) ?? [])
  const bubble = named(settings['scatter.bubble'])
  const numbers = columns.filter((it) => it.role === 'number' && it !== bubble && it !== breakout)
  const x =
    wanted ??
    columns.find(({ source, role }) => source === 'breakout' && role !== 'category') ??
    (numbers.length > 1 ? numbers[0] : columns.find((column) => hasPlaces(column)))
  const ys = metrics.length > 0 ? metrics : numbers.filter((column) => column !== x).slice(0, 1)
  if (!x || ys.length === 0) return { unfit: 'Points need two columns of numbers.' }
  const placeless = [x, ...ys].find((column) => !hasPlaces(column))
  if (placeless) return { unfit: `The values of ${placeless.title} have no place on an axis.` }
  return { x, ys, bubble: bubble?.role === 'number' ? bubble : undefined, breakout }
}
