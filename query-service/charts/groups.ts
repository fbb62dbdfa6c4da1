import type { JsonCell } from '../engine/shape/cell-reader.ts'
import type { Chart, Unfit } from './chart.ts'
import { type ChartColumn, groupText, numberOf } from './columns.ts'

export type Group = { readonly name: string; readonly value: number }

export type Groups = {
  readonly dimension: ChartColumn
  readonly metric: ChartColumn
  readonly list: readonly Group[]
  readonly notes: readonly string[]
}

const byName = ({ columns }: Chart, name: string | undefined): ChartColumn | undefined =>
  columns.find((column) => column.name === name)

/** One number for each group of one column; several rows of a group are added up. */
export const groupsOf = (
  chart: Chart,
  wanted: { readonly dimension: string | undefined; readonly metric: string | undefined },
): Groups | Unfit => {
  const { columns, rows } = chart
  const metricWanted = byName(chart, wanted.metric)
  const numbers = columns.filter(({ role }) => role === 'number')
  const dimension =
    byName(chart, wanted.dimension) ??
    columns.find((column) => column.source === 'breakout' && column !== metricWanted) ??
    columns.find((column) => column.role !== 'number' && column !== metricWanted) ??
    (numbers.length > 1 ? numbers[0] : undefined)
  if (!dimension) return { unfit: 'There is no column to group by.' }
  const metric = metricWanted ?? numbers.find((column) => column !== dimension)
  if (!metric) return { unfit: 'There is no column of numbers to draw.' }
  if (metric.role !== 'number') return { unfit: `Not all values of ${metric.title} are numbers.` }

  const groups = new Map<JsonCell, number>()
  let added = false
  for (const row of rows) {
    const key = dimension.of(row)
    added ||= groups.has(key)
    groups.set(key, (groups.get(key) ?? 0) + (numberOf(metric.of(row)) ?? 0))
  }
  return {
    dimension,
    metric,
    list: [...groups].map(([key, value]) => ({ name: groupText(dimension, key), value })),
    notes: added ? [`Rows of the same ${dimension.title} are added up.`] : [],
  }
}
