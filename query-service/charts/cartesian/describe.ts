import type { ChartColumn } from '../columns.ts'
import { counted, listed } from '../words.ts'
import type { Categories } from './categories.ts'
import type { Choice } from './choose.ts'
import type { Series } from './series.ts'
import { isKnownUnit } from './steps.ts'

type Point = { readonly series: Series; readonly place: number; readonly value: number }

const pointsOf = (series: readonly Series[]): readonly Point[] =>
  series.flatMap((one) =>
    one.values.flatMap((value, place) => (value === null ? [] : [{ series: one, place, value }])),
  )

/** `12 months, 2 without a value`. */
const groupsText = (
  { role, format }: ChartColumn,
  { list }: Categories,
  points: readonly Point[],
): string => {
  const told = new Set(points.map(({ place }) => place)).size
  const all =
    role !== 'time'
      ? counted(list.length, 'category', 'categories')
      : isKnownUnit(format.unit)
        ? counted(list.length, format.unit ?? '')
        : counted(list.length, 'point in time', 'points in time')
  return told < list.length && told > 0 ? `${all}, ${list.length - told} without a value` : all
}

/** `Bar chart of Count by Category: 4 categories, from Gadget with 4,939 to Widget with 5,061.` */
export const describe = (
  kind: string,
  { dimension, breakout, metrics }: Choice,
  categories: Categories,
  series: readonly Series[],
): string => {
  const { list } = categories
  const by = breakout ? `${dimension.title} and ${breakout.title}` : dimension.title
  const what = `${kind} of ${listed(metrics.map(({ title }) => title))} by ${by}`
  const points = pointsOf(series)
  const groups = groupsText(dimension, categories, points)
  const many =
    series.length > 1 ? `, ${series.length} series (${listed(series.map(({ name }) => name))})` : ''
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
