import { type Moment, parseMoment } from '../engine/format/moment.ts'
import { bucketsBetween, clockOf, isKnownUnit } from './cartesian/steps.ts'
import type { Chart, Display } from './chart.ts'
import { type ChartColumn, numberOf } from './columns.ts'
import { scalar } from './number.ts'
import { percentText } from './percent.ts'
import type { NumberShape } from './picture.ts'

type Point = { readonly moment: Moment; readonly when: string; readonly value: number }

/** Values in the order of time. */
const pointsOf = ({ rows }: Chart, time: ChartColumn, metric: ChartColumn): readonly Point[] =>
  rows
    .flatMap((row) => {
      const [cell, value] = [time.of(row), numberOf(metric.of(row))]
      const moment = typeof cell === 'string' ? parseMoment(cell) : undefined
      return moment && value !== null ? [{ moment, value, when: time.text(cell) }] : []
    })
    .sort((a, b) => (clockOf(a.moment) < clockOf(b.moment) ? -1 : 1))

/** `the previous month`, where it is that; else when it was. */
const since = (before: Point, now: Point, unit: string | undefined): string =>
  isKnownUnit(unit) && bucketsBetween(before.moment, now.moment, unit, 1_000).length === 0
    ? `the previous ${unit}`
    : before.when

const changeOf = (
  before: Point,
  now: Point,
  unit: string | undefined,
  metric: ChartColumn,
): NonNullable<NumberShape['change']> => {
  const then = `${since(before, now, unit)} (${metric.text(before.value)})`
  const difference = now.value - before.value
  if (difference === 0) return { direction: 'same', text: `unchanged since ${then}` }
  const direction = difference > 0 ? 'up' : 'down'
  // There is no share of nothing.
  if (before.value === 0) return { direction, text: `${direction} since ${then}` }
  const share = percentText(Math.abs(difference / before.value))
  return { direction, text: `${direction} ${share} since ${then}` }
}

/** The latest value, and how it compares with the one before. */
export const smartScalar: Display = (chart) => {
  const { columns, settings } = chart
  const time = columns.find(({ role }) => role === 'time')
  const wanted = columns.find(({ name }) => name === settings['scalar.field'])
  const metric = wanted ?? columns.find(({ role }) => role === 'number')
  if (!time || metric?.role !== 'number') return scalar(chart)
  const points = pointsOf(chart, time, metric)
  const [before, now] = [points.at(-2), points.at(-1)]
  if (!now) return { unfit: `There is no value of ${metric.title} at any time.` }
  const value = metric.text(now.value)
  const change = before && changeOf(before, now, time.format.unit, metric)
  return {
    shape: {
      kind: 'number',
      value,
      caption: `${metric.title}, ${now.when}`,
      ...(change && { change }),
    },
    summary: `${metric.title}, ${now.when}: ${value}${change ? `, ${change.text}` : ''}.`,
  }
}
