import type { SeriesSettings } from '../../../shared/contract/chart-settings.ts'
import type { JsonCell } from '../../engine/shape/cell-reader.ts'
import { choose } from '../cartesian/choose.ts'
import { groupsOf, seriesKey } from '../cartesian/series.ts'
import { type Chart, openChart, type Unfit } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'
import type { Look } from '../picture.ts'
import type { Part } from './part.ts'

/** One series of one question: its values, each with the group it belongs to. */
export type Strand = {
  readonly part: Part
  readonly title: string
  readonly metric: ChartColumn
  readonly settings: SeriesSettings
  readonly points: readonly { readonly group: JsonCell; readonly value: JsonCell }[]
}

export type Strands = { readonly dimension: ChartColumn; readonly list: readonly Strand[] }

const isMark = (display: string): display is NonNullable<SeriesSettings['display']> =>
  display === 'bar' || display === 'line' || display === 'area'

/** What the place of the picture says of a series goes by its title, as it is shown there. */
const settingsOf = (
  { settings }: Chart,
  { display }: Part,
  { key, title }: { readonly key: string; readonly title: string },
  atPlace: Readonly<Record<string, SeriesSettings>>,
): SeriesSettings => ({
  ...(isMark(display) && { display }),
  ...settings.series_settings?.[key],
  ...atPlace[title],
})

/** The series of a question, by which they are told from those of others. */
export const strandsOf = (
  part: Part,
  look: Look,
  atPlace: Readonly<Record<string, SeriesSettings>>,
): Strands | Unfit => {
  const { name, display, result, settings } = part
  const chart = openChart(display, result, settings, look)
  const choice = choose(chart)
  if ('unfit' in choice) return choice
  const { dimension, breakout, metrics } = choice
  const groups = breakout ? groupsOf(chart, breakout) : [{ name: '', rows: chart.rows }]
  const list = groups.flatMap((group) =>
    metrics.map((metric): Strand => {
      const key = seriesKey(choice, group, metric)
      const names = [name, ...(breakout ? [group.name] : [])]
      const title = [...names, ...(metrics.length > 1 ? [metric.title] : [])].join(' - ')
      return {
        part,
        title,
        metric,
        settings: settingsOf(chart, part, { key, title }, atPlace),
        points: group.rows.map((row) => ({ group: dimension.of(row), value: metric.of(row) })),
      }
    }),
  )
  return { dimension, list }
}
