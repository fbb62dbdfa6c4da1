import type { SeriesSettings } from '../../../shared/contract/chart-settings.ts'
import type { JsonRow } from '../../engine/shape/rows.ts'
import { upright } from '../../pages/direction.ts'
import type { Chart } from '../chart.ts'
import { type ChartColumn, groupText, numberOf } from '../columns.ts'
import { colorAt } from '../themes.ts'
import type { Categories } from './categories.ts'
import type { Choice } from './choose.ts'

export type Values = readonly (number | null)[]

export type Series = {
  readonly name: string
  readonly metric: ChartColumn
  readonly settings: SeriesSettings
  readonly color: string
  /** By category. */
  readonly values: Values
}

/** More have no colours left that can be told apart, and no room for a legend. */
export const mostSeries = 20

const none: SeriesSettings = {}

type Group = { readonly name: string; readonly rows: readonly JsonRow[] }

/** The rows of each value of the breakout, in the order they come. */
export const groupsOf = ({ rows }: Chart, breakout: ChartColumn): readonly Group[] => {
  const groups = new Map<string, JsonRow[]>()
  for (const row of rows) {
    const name = groupText(breakout, breakout.of(row))
    const group = groups.get(name) ?? []
    groups.set(name, group)
    group.push(row)
  }
  return [...groups].map(([name, own]) => ({ name, rows: own }))
}

/** What settings call a series: by its metric, or the value that makes it one. */
export const seriesKey = (
  { breakout, metrics }: Pick<Choice, 'breakout' | 'metrics'>,
  group: Pick<Group, 'name'>,
  metric: ChartColumn,
): string =>
  breakout ? [group.name, ...(metrics.length > 1 ? [metric.title] : [])].join(' - ') : metric.name

/** One value for each category; several rows of one are added up. */
const valuesOf = (
  rows: readonly JsonRow[],
  metric: ChartColumn,
  dimension: ChartColumn,
  { list, placeOf }: Categories,
) => {
  const values: (number | null)[] = list.map(() => null)
  const seen = new Set<number>()
  let added = false
  for (const row of rows) {
    const place = placeOf(dimension.of(row))
    if (place === undefined) continue
    added ||= seen.has(place)
    seen.add(place)
    const value = numberOf(metric.of(row))
    if (value !== null) values[place] = (values[place] ?? 0) + value
  }
  return { values, added }
}

const size = ({ values }: Pick<Series, 'values'>): number =>
  values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)

/** The largest, where there are more than can be shown; in the order they come. */
const shownOf = <S extends Pick<Series, 'values'>>(all: readonly S[]): readonly S[] => {
  if (all.length <= mostSeries) return all
  const largest = new Set([...all].sort((a, b) => size(b) - size(a)).slice(0, mostSeries))
  return all.filter((series) => largest.has(series))
}

/** A series for each metric, or for each value of the breakout and each metric. */
export const seriesOf = (
  chart: Chart,
  choice: Choice,
  categories: Categories,
): { readonly series: readonly Series[]; readonly notes: readonly string[] } => {
  const { dimension, breakout, metrics } = choice
  const groups = breakout ? groupsOf(chart, breakout) : [{ name: '', rows: chart.rows }]
  const all = groups.flatMap((group) =>
    metrics.map((metric) => {
      const key = seriesKey(choice, group, metric)
      const settings = chart.settings.series_settings?.[key] ?? none
      const name = upright(settings.title ?? (breakout ? key : metric.title))
      return { name, metric, settings, ...valuesOf(group.rows, metric, dimension, categories) }
    }),
  )
  const shown = shownOf(all)
  const notes = [
    ...(shown.length < all.length
      ? [`Only ${shown.length} of ${all.length} series are drawn.`]
      : []),
    ...(all.some(({ added }) => added)
      ? [`Rows of the same ${dimension.title} are added up.`]
      : []),
  ]
  const series = shown.map(({ added: _, ...one }, place) => ({
    ...one,
    color: one.settings.color ?? colorAt(place),
  }))
  return { series, notes }
}
