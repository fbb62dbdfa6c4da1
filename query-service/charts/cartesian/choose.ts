import type { ChartSettings } from '../../../shared/contract/chart-settings.ts'
import type { Chart, Unfit } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'

export type Choice = {
  readonly dimension: ChartColumn
  /** Its values are series. */
  readonly breakout: ChartColumn | undefined
  readonly metrics: readonly ChartColumn[]
}

type Named = keyof ChartSettings & ('graph.dimensions' | 'graph.metrics')

/** What settings name, as far as there are such columns: those of another query say nothing. */
const named = ({ columns, settings }: Chart, key: Named): readonly ChartColumn[] => {
  const found = (settings[key] ?? []).map((name) => columns.find((column) => column.name === name))
  const known = found.filter((column) => column !== undefined)
  return known.length === found.length ? [...new Set(known)] : []
}

/** Groups first: what the query was grouped by, else moments, else names. */
const usualDimensions = ({ columns }: Chart): readonly ChartColumn[] => {
  const breakouts = columns.filter(({ source }) => source === 'breakout')
  if (breakouts.length > 0) return breakouts.slice(0, 2)
  const times = columns.filter(({ role }) => role === 'time')
  const names = columns.filter(({ role }) => role === 'category')
  const groups = [...times, ...names]
  const numbers = columns.filter(({ role }) => role === 'number')
  if (groups.length > 0) return groups.slice(0, groups.length === 2 && numbers.length === 1 ? 2 : 1)
  return numbers.length > 1 ? numbers.slice(0, 1) : []
}

const isMixed = ({ role, format, of }: ChartColumn, { rows }: Chart): boolean =>
  role === 'category' &&
  format.baseType === 'type/*' &&
  rows.some((row) => typeof of(row) === 'number')

/** Which columns are drawn along which axis. */
export const choose = (chart: Chart): Choice | Unfit => {
  const wanted = named(chart, 'graph.dimensions')
  const metricsWanted = named(chart, 'graph.metrics')
  const usual = usualDimensions(chart).filter((column) => !metricsWanted.includes(column))
  const [dimension, breakout] = wanted.length > 0 ? wanted : usual
  if (!dimension) return { unfit: 'There is no column to group by.' }
  const rest = chart.columns.filter(
    (column) => column.role === 'number' && column !== dimension && column !== breakout,
  )
  const metrics = metricsWanted.length > 0 ? metricsWanted : rest
  const mixed = chart.columns.find((column) => column !== dimension && isMixed(column, chart))
  if (metrics.length === 0 && mixed)
    return { unfit: `Not all values of ${mixed.title} are numbers.` }
  if (metrics.length === 0) return { unfit: 'There is no column of numbers to draw.' }
  const wordy = metrics.find(({ role }) => role !== 'number')
  if (wordy) return { unfit: `Not all values of ${wordy.title} are numbers.` }
  return { dimension, breakout, metrics }
}
