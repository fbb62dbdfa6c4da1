import type { Plan } from './plan.ts'
import type { Series } from './series.ts'

/** Beside what is so many times larger, a series would lie flat on the ground. */
const farLarger = 10

/** Whether nobody said anything of the axes; groups of one metric, and piles, are to be compared. */
const isOpen = ({ chart: { settings }, choice: { metrics }, series, stacking }: Plan): boolean =>
  metrics.length > 1 &&
  stacking === undefined &&
  settings['graph.y_axis.auto_split'] !== false &&
  settings['graph.y_axis.min'] === undefined &&
  settings['graph.y_axis.max'] === undefined &&
  series.every(({ settings: { axis } }) => axis === undefined)

const reach = ({ values }: Series): number =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)

/** Those of metrics that are far smaller than the largest one. */
const smaller = (series: readonly Series[]): readonly Series[] => {
  const reaches = new Map<string, number>()
  for (const one of series)
    reaches.set(one.metric.name, Math.max(reaches.get(one.metric.name) ?? 0, reach(one)))
  const largest = Math.max(...reaches.values())
  return series.filter(({ metric: { name } }) => {
    const own = reaches.get(name) ?? 0
    return own > 0 && own * farLarger < largest
  })
}

/** The series that belong to an axis of their own at the right: as settings say, or else by size. */
export const rightSeries = (plan: Plan): ReadonlySet<Series> => {
  const { kind, stacking, series } = plan
  // Of shares, and of bars that lie, there is but one axis.
  if (kind.isSideways || stacking === 'normalized') return new Set()
  if (isOpen(plan)) return new Set(smaller(series))
  return new Set(series.filter(({ settings: { axis } }) => axis === 'right'))
}
