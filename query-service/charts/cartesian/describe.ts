import { counted, listed } from '../words.ts'
import type { Categories } from './categories.ts'
import type { Choice } from './choose.ts'
import type { Series } from './series.ts'

type Point = { readonly series: Series; readonly place: number; readonly value: number }

const pointsOf = (series: readonly Series[]): readonly Point[] =>
  series.flatMap((one) =>
    one.values.flatMap((value, place) => (value === null ? [] : [{ series: one, place, value }])),
  )

/** `Bar chart of Count by Category: 4 categories, from Gadget with 4,939 to Widget with 5,061.` */
export const describe = (
  kind: string,
  { dimension, breakout, metrics }: Choice,
  { list }: Categories,
  series: readonly Series[],
): string => {
  const by = breakout ? `${dimension.title} and ${breakout.title}` : dimension.title
  const what = `${kind} of ${listed(metrics.map(({ title }) => title))} by ${by}`
  const groups =
    dimension.role === 'time'
      ? counted(list.length, 'point in time', 'points in time')
      : counted(list.length, 'category', 'categories')
  const many =
    series.length > 1 ? `, ${series.length} series (${listed(series.map(({ name }) => name))})` : ''
  const points = pointsOf(series)
  const [first] = points
  if (!first) return `${what}: ${groups}${many}, none of which has a value.`
  const least = points.reduce((a, b) => (b.value < a.value ? b : a), first)
  const most = points.reduce((a, b) => (b.value > a.value ? b : a), first)
  const told = ({ series: own, place, value }: Point): string => {
    const name = series.length > 1 ? `${list[place]?.text} (${own.name})` : list[place]?.text
    return `${name} with ${own.metric.text(value)}`
  }
  if (least === most) return `${what}: ${groups}${many}; ${told(first)}.`
  return `${what}: ${groups}${many}, from ${told(least)} to ${told(most)}.`
}
