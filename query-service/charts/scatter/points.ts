import { parseMoment } from '../../engine/format/moment.ts'
import type { JsonCell } from '../../engine/shape/cell-reader.ts'
import type { JsonRow } from '../../engine/shape/rows.ts'
import type { Chart } from '../chart.ts'
import { type ChartColumn, groupText, numberOf } from '../columns.ts'
import type { ScatterChoice } from './choose.ts'
import { placeOf } from './time-ticks.ts'

export type Point = { readonly x: number; readonly y: number; readonly size: number }

export type Cloud = { readonly name: string; readonly points: readonly Point[] }

const mostPoints = 500
const mostClouds = 20
const plainSize = 8
const [smallest, largest] = [5, 34]

const placeIn = ({ role }: ChartColumn, value: JsonCell): number | null => {
  if (role !== 'time') return numberOf(value)
  const moment = typeof value === 'string' ? parseMoment(value) : undefined
  const place = moment ? placeOf(moment) : Number.NaN
  return Number.isNaN(place) ? null : place
}

/** The area of a point grows with its value, not its width. */
const sizing = (rows: readonly JsonRow[], bubble: ChartColumn | undefined) => {
  if (!bubble) return () => plainSize
  const amountOf = (row: JsonRow) => Math.max(0, numberOf(bubble.of(row)) ?? 0)
  const most = rows.reduce((top, row) => Math.max(top, amountOf(row)), 0)
  return (row: JsonRow) =>
    most === 0 ? smallest : smallest + (largest - smallest) * Math.sqrt(amountOf(row) / most)
}

const grouped = ({ rows }: Chart, breakout: ChartColumn | undefined) => {
  const groups = new Map<string, JsonRow[]>()
  for (const row of rows) {
    const name = breakout ? groupText(breakout, breakout.of(row)) : ''
    const group = groups.get(name) ?? []
    groups.set(name, group)
    group.push(row)
  }
  return [...groups]
}

/** The points of each colour, rows without a place left out, and what is not drawn. */
export const cloudsOf = (chart: Chart, { x, ys, bubble, breakout }: ScatterChoice) => {
  const sizeOf = sizing(chart.rows, bubble)
  const all = grouped(chart, breakout).flatMap(([group, rows]) =>
    ys.map((y): Cloud => {
      const names = [...(breakout ? [group] : []), ...(ys.length > 1 || !breakout ? [y.title] : [])]
      const points = rows.flatMap((row) => {
        const [across, up] = [placeIn(x, x.of(row)), placeIn(y, y.of(row))]
        return across === null || up === null ? [] : [{ x: across, y: up, size: sizeOf(row) }]
      })
      return { name: names.join(' - '), points }
    }),
  )
  const clouds = all
    .slice(0, mostClouds)
    .map(({ name, points }) => ({ name, points: points.slice(0, mostPoints) }))
  const isCut = all.some(({ points }) => points.length > mostPoints)
  const notes = [
    ...(all.length > mostClouds ? [`Only ${mostClouds} of ${all.length} series are drawn.`] : []),
    ...(isCut ? [`Only the first ${mostPoints} points of a series are drawn.`] : []),
  ]
  return { clouds, notes }
}
