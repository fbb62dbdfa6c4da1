import type { ChartSettings } from '../../shared/contract/chart-settings.ts'
import type { Display } from './chart.ts'
import { type ChartColumn, numberOf } from './columns.ts'
import { scalarColumn } from './number.ts'
import { percentText } from './percent.ts'
import type { GaugeShape } from './picture.ts'
import { colorAt } from './themes.ts'

type Measured = { readonly column: ChartColumn; readonly value: number }

/** The one number of a result. */
const measured = ({
  columns,
  rows,
  settings,
}: Parameters<Display>[0]): Measured | { readonly unfit: string } => {
  const column = scalarColumn(columns, settings['scalar.field'])
  const cell = rows[0] && column?.of(rows[0])
  const value = cell === undefined ? null : numberOf(cell)
  if (!column || value === null) return { unfit: 'There is no number to show.' }
  return { column, value }
}

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** How much of a goal is reached. */
export const progress: Display = (chart) => {
  const found = measured(chart)
  if ('unfit' in found) return found
  const { column, value } = found
  const goal = chart.settings['progress.goal'] ?? 0
  if (goal <= 0) return { unfit: 'There is no goal above zero to compare with.' }
  const share = value / goal
  const told = `${percentText(share)} of the goal of ${column.text(goal)}`
  return {
    shape: {
      kind: 'progress',
      value: column.text(value),
      caption: column.title,
      share: within(share),
      told,
    },
    summary: `${column.title}: ${column.text(value)}, ${told}.`,
  }
}

type Segments = NonNullable<ChartSettings['gauge.segments']>

/** Two halves, where nobody said what is much and what is little. */
const usualSegments = (value: number): Segments => [
  { min: Math.min(0, value * 2), max: value },
  { min: value, max: value === 0 ? 1 : Math.max(0, value * 2) },
]

/** Where a number stands between two others, and in which part of the way. */
export const gauge: Display = (chart) => {
  const found = measured(chart)
  if ('unfit' in found) return found
  const { column, value } = found
  const wanted = chart.settings['gauge.segments'] ?? usualSegments(value)
  const segments = wanted.filter(({ min, max }) => min < max).sort((a, b) => a.min - b.min)
  const low = Math.min(...segments.map(({ min }) => min))
  const high = Math.max(...segments.map(({ max }) => max))
  if (!(low < high)) return { unfit: 'The parts of the gauge are empty.' }
  const shareOf = (number: number) => within((number - low) / (high - low))
  const label = segments.find(({ min, max }) => min <= value && value <= max)?.label
  const range = `between ${column.text(low)} and ${column.text(high)}`
  const shape: GaugeShape = {
    kind: 'gauge',
    value: column.text(value),
    caption: column.title,
    share: shareOf(value),
    low: column.text(low),
    high: column.text(high),
    label,
    segments: segments.map(({ min, max, color }, place) => ({
      from: shareOf(min),
      to: shareOf(max),
      color: color ?? colorAt(place),
    })),
  }
  const where = low <= value && value <= high ? range : `not ${range}`
  return {
    shape,
    summary: `${column.title}: ${column.text(value)}, ${where}${label === undefined ? '' : `, ${label}`}.`,
  }
}
