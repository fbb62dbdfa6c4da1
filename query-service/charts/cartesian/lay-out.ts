import type { ChartSize } from '../../../shared/ports/chart-renderer.ts'
import { type JsonObject, widthOf } from '../frame.ts'
import { type Colors, colors } from '../themes.ts'
import { categoryAxis, sideAxis } from './category-axis.ts'
import { type LabelRoom, type Mark, markOf } from './marks.ts'
import { axisWidth, goalOf, markIn, type Plan, shownMetric } from './plan.ts'
import { rightSeries } from './sides.ts'
import { valueAxes } from './value-axes.ts'
import { titled } from './value-axis.ts'

const rowHeight = 26
const margin = 16
/** Values stand beside bars that lie as long as they leave most of the width to these. */
const mostBeside = 0.3

/** Tall enough for a line each. */
export const sidewaysHeight = ({ height }: ChartSize, rows: number, legend: number): number =>
  Math.max(height, rows * rowHeight + legend + axisWidth)

const goalLine = (value: number, isSideways: boolean, { ink }: Colors): JsonObject => ({
  markLine: {
    silent: true,
    symbol: 'none',
    lineStyle: { color: ink, type: 'dashed', width: 1.5 },
    label: { show: false },
    data: [isSideways ? { xAxis: value } : { yAxis: value }],
  },
})

/** What the values beside bars that lie take of the width. */
const widthBeside = (plan: Plan): number => {
  const { kind, chart, series } = plan
  if (!kind.isSideways || !chart.settings['graph.show_values']) return 0
  const widths = series.map((one) => {
    const { text } = shownMetric(plan, one)
    return one.values.reduce<number>(
      (most, value) => Math.max(most, value === null ? 0 : widthOf(text(value)) + 14),
      0,
    )
  })
  return Math.max(0, ...widths)
}

/** Where the values of a mark stand, and how much room each has; undefined for nowhere. */
const labelRooms = (plan: Plan, beside: number): ((mark: Mark) => LabelRoom | undefined) => {
  const { kind, chart, categories, series, stacking, size, legend } = plan
  const isHidden = kind.isSideways && beside > size.width * mostBeside
  if (!chart.settings['graph.show_values'] || isHidden) return () => undefined
  const length = kind.isSideways ? size.height - legend.height : size.width
  const step = (length - axisWidth) / Math.max(1, categories.list.length)
  const bars = series.filter((one, place) => markIn(plan, one, place) === 'bar').length
  return (mark) => ({
    step: mark === 'bar' && !stacking ? step / Math.max(1, bars) : step,
    liesAcross: !kind.isSideways,
    position: stacking && mark === 'bar' ? 'inside' : kind.isSideways ? 'right' : 'top',
  })
}

const marksOf = (plan: Plan, beside: number): JsonObject[] => {
  const { kind, chart, series, stacking } = plan
  const theme = colors[chart.look.theme]
  const goal = goalOf(plan)
  const roomOf = labelRooms(plan, beside)
  const right = rightSeries(plan)
  const withGoal = series.find((one) => !right.has(one)) ?? series[0]
  return series.map((one, place) => {
    const mark = markIn(plan, one, place)
    const shown = { ...one, metric: shownMetric(plan, one) }
    const stack = stacking !== undefined && mark !== 'line'
    return {
      ...markOf(shown, mark, theme, { place, stack, labels: roomOf(mark) }),
      ...(right.has(one) ? { yAxisIndex: 1 } : {}),
      ...(one === withGoal && goal !== undefined
        ? goalLine(goal, kind.isSideways === true, theme)
        : {}),
    }
  })
}

const groupAxis = ({ kind, chart, choice, categories, size, legend }: Plan): JsonObject => {
  const { settings, look } = chart
  const theme = colors[look.theme]
  const isTime = choice.dimension.role === 'time'
  const length = kind.isSideways ? size.height - legend.height : size.width
  const axis = kind.isSideways
    ? sideAxis(categories.list, size.width, theme)
    : categoryAxis(categories.list, { width: size.width - axisWidth, isTime }, theme)
  if (settings['graph.x_axis.labels_enabled'] === false) return axis
  // Names down the side take the room, and say of themselves what they are.
  const usual = kind.isSideways ? undefined : choice.dimension.title
  const title = settings['graph.x_axis.title_text'] ?? usual
  return { ...axis, ...titled(title, theme, length - axisWidth) }
}

/** The option of a chart over groups. */
export const layOut = (plan: Plan): JsonObject => {
  const { kind, size, legend } = plan
  const beside = widthBeside(plan)
  const right = beside > size.width * mostBeside ? margin : Math.max(margin, beside)
  const length = kind.isSideways
    ? size.width * 0.67 - right
    : size.height - legend.height - axisWidth / 2
  const groups = groupAxis(plan)
  const values = valueAxes(plan, kind.isSideways ? length : Math.max(length, 150) * 2)
  return {
    legend: legend.option,
    grid: { left: 14, right, top: legend.height + margin, bottom: 8 },
    ...(kind.isSideways ? { xAxis: values, yAxis: groups } : { xAxis: groups, yAxis: values }),
    series: marksOf(plan, beside),
  }
}
