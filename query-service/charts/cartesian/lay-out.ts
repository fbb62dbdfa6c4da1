import type { ChartSettings } from '../../../shared/contract/chart-settings.ts'
import type { ChartSize } from '../../../shared/ports/chart-renderer.ts'
import { valueText } from '../../engine/format/value-text.ts'
import type { Chart } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'
import { type JsonObject, type Legend, widthOf } from '../frame.ts'
import { type Colors, colors } from '../themes.ts'
import type { CartesianKind } from './cartesian.ts'
import type { Categories } from './categories.ts'
import { categoryAxis, sideAxis } from './category-axis.ts'
import type { Choice } from './choose.ts'
import { type Mark, markOf } from './marks.ts'
import type { Series } from './series.ts'
import { ticksOf, titled, valueAxis } from './value-axis.ts'

type Plan = {
  readonly kind: CartesianKind
  readonly chart: Chart
  readonly choice: Choice
  readonly categories: Categories
  readonly series: readonly Series[]
  readonly stacking: 'stacked' | 'normalized' | undefined
  readonly size: ChartSize
  readonly legend: Legend
}

/** What axes and their titles take, about. */
const axisWidth = 80
const rowHeight = 26

/** Tall enough for a line each. */
export const sidewaysHeight = ({ height }: ChartSize, rows: number, legend: number): number =>
  Math.max(height, rows * rowHeight + legend + axisWidth)

const unlabelled = (axis: JsonObject): JsonObject => ({ ...axis, axisLabel: { show: false } })

const goalOf = (settings: ChartSettings): number | undefined =>
  settings['graph.show_goal'] ? settings['graph.goal_value'] : undefined

const goalLine = (value: number, isSideways: boolean, { ink }: Colors): JsonObject => ({
  markLine: {
    silent: true,
    symbol: 'none',
    lineStyle: { color: ink, type: 'dashed', width: 1.5 },
    label: { show: false },
    data: [isSideways ? { xAxis: value } : { yAxis: value }],
  },
})

/** Shares are written as such, whatever they are shares of. */
const asShare = (metric: ChartColumn): ChartColumn => {
  const format = { ...metric.format, settings: { number_style: 'percent' as const } }
  return { ...metric, format, text: valueText(format) }
}

/** Room for the values beside bars that lie. */
const beside = (all: readonly JsonObject[], widest = 16): number =>
  all.reduce((room, { label }) => {
    const texts = typeof label === 'object' && label && 'texts' in label ? label.texts : []
    const own = Array.isArray(texts) ? texts.map((text) => widthOf(String(text)) + 14) : []
    return Math.max(room, ...own)
  }, widest)

/** The axis a series belongs to; on shares and on bars that lie there is but one. */
const isRight = ({ settings }: Series, { kind, stacking }: Plan): boolean =>
  settings.axis === 'right' && !kind.isSideways && stacking !== 'normalized'

const valueAxes = (plan: Plan): readonly JsonObject[] => {
  const { series, stacking, chart } = plan
  const { settings, look } = chart
  const goal = goalOf(settings)
  const left = series.filter((one) => !isRight(one, plan))
  const right = series.filter((one) => isRight(one, plan))
  return [left, right].flatMap((own, side) => {
    const [first] = own
    if (!first) return side === 0 ? [{ type: 'value', show: false }] : []
    const metric = stacking === 'normalized' ? asShare(first.metric) : first.metric
    const goals = goal === undefined || side === 1 ? [] : [goal]
    const ticks =
      stacking === 'normalized'
        ? ticksOf([{ ...first, values: [0, 1] }], {}, undefined)
        : ticksOf(own, settings, stacking, goals)
    const axis = valueAxis(metric, ticks, colors[look.theme])
    return [side === 1 ? { ...axis, splitLine: { show: false } } : axis]
  })
}

const titles = ({ chart: { settings }, choice, series, stacking }: Plan) => {
  const [only, ...others] = choice.metrics
  const usual = others.length === 0 && series.length > 0 ? only?.title : undefined
  return {
    category: settings['graph.x_axis.title_text'] ?? choice.dimension.title,
    value: settings['graph.y_axis.title_text'] ?? (stacking === 'normalized' ? undefined : usual),
  }
}

/** The option of a chart over groups. */
export const layOut = (plan: Plan): JsonObject => {
  const { kind, chart, choice, categories, series, stacking, size, legend } = plan
  const { settings, look } = chart
  const { list } = categories
  const theme = colors[look.theme]
  const { isSideways = false } = kind
  const named = settings['graph.x_axis.labels_enabled'] !== false
  const valued = settings['graph.y_axis.labels_enabled'] !== false
  const title = titles(plan)

  const groups = {
    ...(isSideways
      ? sideAxis(list, theme)
      : categoryAxis(
          list,
          { width: size.width - axisWidth, isTime: choice.dimension.role === 'time' },
          theme,
        )),
    ...(named ? titled(title.category, theme.dim) : {}),
  }
  const values = valueAxes(plan).map((axis, side) => ({
    ...(valued ? axis : unlabelled(axis)),
    ...(valued && side === 0 ? titled(title.value, theme.dim) : {}),
  }))

  const marks: readonly Mark[] = series.map((one, place) =>
    kind.isMixed ? (one.settings.display ?? kind.mark(place)) : kind.mark(place),
  )
  const bars = stacking ? 1 : Math.max(1, marks.filter((mark) => mark === 'bar').length)
  const along = isSideways ? size.height - legend.height : size.width
  const step = (along - axisWidth) / Math.max(1, list.length)
  const labels = (mark: Mark) => {
    if (!settings['graph.show_values']) return undefined
    const position = stacking && mark === 'bar' ? 'inside' : isSideways ? 'right' : 'top'
    return { step: mark === 'bar' ? step / bars : step, lieAcross: !isSideways, position }
  }
  const goal = goalOf(settings)
  const drawn = series.map((one, place) => {
    const mark = marks[place] ?? 'bar'
    const shown = stacking === 'normalized' ? { ...one, metric: asShare(one.metric) } : one
    return {
      ...markOf(shown, mark, theme, {
        place,
        stack: stacking !== undefined && mark !== 'line',
        labels: labels(mark),
      }),
      ...(isRight(one, plan) && values.length > 1 ? { yAxisIndex: 1 } : {}),
      ...(place === 0 && goal !== undefined ? goalLine(goal, isSideways, theme) : {}),
    }
  })
  return {
    legend: legend.option,
    grid: { left: 14, right: isSideways ? beside(drawn) : 16, top: legend.height + 16, bottom: 8 },
    xAxis: isSideways ? values : groups,
    yAxis: isSideways ? groups : values,
    series: drawn,
  }
}
