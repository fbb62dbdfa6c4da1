import type { ChartSize } from '../../../shared/ports/chart-renderer.ts'
import type { Chart } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'
import type { Legend } from '../frame.ts'
import { percentText } from '../percent.ts'
import type { Categories } from './categories.ts'
import type { Choice } from './choose.ts'
import type { Mark } from './marks.ts'
import type { Series } from './series.ts'

export type CartesianKind = {
  /** `Bar chart`. */
  readonly name: string
  /** What a series is drawn as, by its place; of mixed kinds its settings may say otherwise. */
  readonly mark: (place: number) => Mark
  readonly isMixed?: boolean
  /** Bars that lie, a line for each group. */
  readonly isSideways?: boolean
  /** Series stand on each other unless settings say otherwise. */
  readonly isStacked?: boolean
}

/** All that is decided before a chart over groups is laid out. */
export type Plan = {
  readonly kind: CartesianKind
  readonly chart: Chart
  readonly choice: Choice
  readonly categories: Categories
  readonly series: readonly Series[]
  readonly stacking: 'stacked' | 'normalized' | undefined
  readonly size: ChartSize
  readonly legend: Legend
}

/** What an axis and its title take, about, in pixels. */
export const axisWidth = 80

export const markIn = ({ kind }: Plan, { settings }: Series, place: number): Mark =>
  (kind.isMixed ? settings.display : undefined) ?? kind.mark(place)

export const goalOf = ({ chart: { settings } }: Plan): number | undefined =>
  settings['graph.show_goal'] ? settings['graph.goal_value'] : undefined

/** Shares are written as such, whatever they are shares of. */
export const shownMetric = ({ stacking }: Plan, { metric }: Series): ChartColumn =>
  stacking === 'normalized'
    ? {
        ...metric,
        format: { ...metric.format, settings: { number_style: 'percent' } },
        text: (value) => percentText(Number(value)),
      }
    : metric
