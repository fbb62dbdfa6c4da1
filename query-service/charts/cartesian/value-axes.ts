import type { JsonObject } from '../frame.ts'
import { colors } from '../themes.ts'
import { goalOf, type Plan, shownMetric } from './plan.ts'
import type { Series } from './series.ts'
import { rightSeries } from './sides.ts'
import { ticksOf, titled, valueAxis } from './value-axis.ts'

const tickStep = 70
const mostSteps = 5

/** The title of the axis at the left: that of the one metric, unless settings say what to call it. */
const leftTitle = ({ chart: { settings }, choice, stacking }: Plan): string | undefined => {
  const [only, ...others] = choice.metrics
  const usual = others.length === 0 && stacking !== 'normalized' ? only?.title : undefined
  return settings['graph.y_axis.title_text'] ?? usual
}

/** Of two axes, each says what is on it where that is one thing. */
const sideTitle = ([first, ...others]: readonly Series[]): string | undefined =>
  others.length === 0 ? first?.name : undefined

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
  const isRight = rightSeries(plan)
  const right = series.filter((one) => isRight.has(one))
  const left = series.filter((one) => !isRight.has(one))
  const sides = right.length > 0 ? [left, right] : [left]
  const axes = sides.map((own, side) => ({
    ...axisOf(plan, own, side, length),
    ...(side === 1 ? { splitLine: { show: false } } : {}),
  }))
  if (settings['graph.y_axis.labels_enabled'] === false)
    return axes.map((axis) => ({ ...axis, axisLabel: { show: false } }))
  return axes.map((axis, side) => {
    const own = axes.length > 1 ? sideTitle(sides[side] ?? []) : undefined
    const title = side === 0 ? (leftTitle(plan) ?? own) : own
    return { ...axis, ...titled(title, colors[look.theme], length) }
  })
}
