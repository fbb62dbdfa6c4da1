import type { JsonObject } from '../frame.ts'
import { colors } from '../themes.ts'
import { goalOf, isRight, type Plan, shownMetric } from './plan.ts'
import type { Series } from './series.ts'
import { ticksOf, titled, valueAxis } from './value-axis.ts'

const tickStep = 70
const mostSteps = 5

/** The title of the axis: that of the one metric, unless settings say what to call it. */
const titleOf = ({ chart: { settings }, choice, stacking }: Plan): string | undefined => {
  const [only, ...others] = choice.metrics
  const usual = others.length === 0 && stacking !== 'normalized' ? only?.title : undefined
  return settings['graph.y_axis.title_text'] ?? usual
}

const axisOf = (plan: Plan, own: readonly Series[], side: number, length: number) => {
  const [first] = own
  const { stacking, chart } = plan
  const { settings, look } = chart
  if (!first) return { type: 'value', show: false }
  const goal = side === 0 ? goalOf(plan) : undefined
  const wanted = Math.max(1, Math.min(mostSteps, Math.floor(length / tickStep)))
  const ticks =
    stacking === 'normalized'
      ? ticksOf([{ values: [0, 1] }], {}, undefined, { wanted })
      : ticksOf(own, settings, stacking, { wanted, goal })
  return valueAxis(shownMetric(plan, first), ticks, colors[look.theme])
}

/** The axes of numbers, of such a length: one, or another to the right. */
export const valueAxes = (plan: Plan, length: number): JsonObject[] => {
  const { series, chart } = plan
  const { settings, look } = chart
  const right = series.filter((one) => isRight(plan, one))
  const left = series.filter((one) => !right.includes(one))
  const axes = [left, ...(right.length > 0 ? [right] : [])].map((own, side) => ({
    ...axisOf(plan, own, side, length),
    ...(side === 1 ? { splitLine: { show: false } } : {}),
  }))
  if (settings['graph.y_axis.labels_enabled'] === false)
    return axes.map((axis) => ({ ...axis, axisLabel: { show: false } }))
  const title = titled(titleOf(plan), colors[look.theme], length)
  return axes.map((axis, side) => (side === 0 ? { ...axis, ...title } : axis))
}
