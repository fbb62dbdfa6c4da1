import { describe, expect, test } from '@jest/globals'
import type { ChartResult } from '../../../query-service/charts/chart.ts'
import { pictureOf } from '../../../query-service/charts/picture-of.ts'
import type { Part } from '../../../query-service/charts/together/part.ts'
import { together } from '../../../query-service/charts/together/together.ts'
import {
  byCategory,
  category,
  column,
  count,
  look,
  month,
  optionOf,
  results,
  sum,
} from '../../support/chart-results.ts'

const part = (
  name: string,
  display: string,
  result: ChartResult,
  settings: Part['settings'] = {},
): Part => ({ name, display, result, settings })

const drawn = (first: Part, ...others: Part[]) => {
  const { name, display, result, settings } = together(first, others, look)
  return pictureOf({ name, display }, result, settings, look)
}

const days = column('day', 'type/Date', { source: 'breakout', unit: 'month' })
const orders = part(
  'Orders',
  'bar',
  results(
    [month, count],
    [
      ['2024-01-01T00:00:00Z', 3],
      ['2024-03-01T00:00:00Z', 5],
    ],
  ),
)
const revenue = part(
  'Revenue',
  'line',
  results(
    [days, sum],
    [
      ['2024-03-01', 70.5],
      ['2024-02-01', 10],
    ],
  ),
  { column_settings: { '["name","sum"]': { prefix: '€', column_title: 'Euros' } } },
)

describe('questions in one picture', () => {
  test('share an axis: each as its own display says, under its own name, its values as it shows them', () => {
    const picture = drawn(orders, revenue)
    const { series, xAxis, legend } = optionOf(picture)
    expect(series).toMatchObject([{ type: 'bar' }, { type: 'line' }])
    expect(xAxis.axisLabel.texts).toHaveLength(3)
    expect(series[0]?.data).toEqual([3, null, 5])
    expect(series[1]?.data).toEqual([null, 10, 70.5])
    expect(legend.texts).toEqual(['Orders', 'Revenue'])
    expect(picture.data).toEqual({
      columns: [
        { title: 'Month', isNumber: false },
        { title: 'Orders', isNumber: true },
        { title: 'Revenue', isNumber: true },
      ],
      rows: [
        ['January, 2024', '3', ''],
        ['February, 2024', '', '€10'],
        ['March, 2024', '5', '€70.5'],
      ],
    })
    expect(picture.notes).toEqual([])
    expect(picture.summary).toContain('2 series (Orders and Revenue)')
  })

  test('look as their place says of their names, over what they say of themselves', () => {
    const own = { series_settings: { sum: { color: '#112233', axis: 'right' } } }
    const there = { series_settings: { Revenue: { display: 'area', title: 'Income' } } }
    const picture = drawn({ ...orders, settings: there }, { ...revenue, settings: own })
    expect(optionOf(picture).series[1]).toMatchObject({
      type: 'line',
      areaStyle: { color: '#112233' },
      yAxisIndex: 1,
    })
    expect(optionOf(picture).legend.texts).toEqual(['Orders', 'Income'])
  })

  test('are told apart by what they break out and measure', () => {
    const shops = column('shop', 'type/Text', { source: 'breakout' })
    const split = results(
      [category, shops, count],
      [
        ['Gizmo', 'A', 1],
        ['Gizmo', 'B', 2],
      ],
    )
    const both = results([category, count, sum], [['Gizmo', 3, 4]])
    const picture = drawn(part('Split', 'bar', split), part('Both', 'bar', both))
    expect(optionOf(picture).legend.texts).toEqual([
      'Split - A',
      'Split - B',
      'Both - Count',
      'Both - Sum',
    ])
    expect(picture.data.rows).toEqual([['Gizmo', '1', '2', '3', '4']])
  })

  test('add up what one of them says twice, and say so', () => {
    const twice = results(
      [category, count],
      [
        ['Gizmo', 1],
        ['Gizmo', 2],
      ],
    )
    const picture = drawn(part('Twice', 'bar', twice), part('All', 'bar', byCategory))
    expect(optionOf(picture).series.map(({ data }) => data[0])).toEqual([3, 4784])
    expect(picture.notes).toEqual(['Rows of the same Category are added up.'])
  })

  test('say what does not go with the first, and what is cut', () => {
    const table = results([column('name')], [['a']])
    const cut = { ...byCategory, truncatedAt: 4 }
    const picture = drawn(
      part('First', 'bar', cut),
      part('Words', 'table', table),
      part('In time \u202e', 'line', revenue.result),
    )
    expect(optionOf(picture).series).toHaveLength(1)
    expect(picture.notes).toEqual([
      'Words is not drawn with it. There is no column of numbers to draw.',
      'In time \\u202e is not drawn with it. It goes by Day.',
      'First: only the first 4 rows are here.',
    ])
    expect(drawn(part('Rows', 'table', table), orders).notes).toEqual([
      'Not drawn with it: Orders.',
    ])
    expect(drawn(part('Rows', 'bar', table), orders).notes).toEqual([
      'Shown as a table. There is no column of numbers to draw.',
      'Not drawn with it: Orders.',
    ])
  })

  test('are bars where they are single numbers, and steps of a funnel', () => {
    const one = (name: string, value: number | null, display = 'scalar') =>
      part(name, display, results([count], [[value]]))
    const bars = drawn(one('Visits', 90), one('Orders', 30), one('Nothing', null))
    expect(optionOf(bars).series).toMatchObject([{ type: 'bar', data: [90, 30, null] }])
    expect(optionOf(bars).xAxis.axisLabel.texts).toEqual(['Visits', 'Orders', 'Nothing'])
    expect(bars.notes).toEqual(['Nothing has no number.'])
    const funnel = drawn(one('Visits', 90, 'funnel'), one('Orders', 30))
    expect(funnel.data.rows).toEqual([
      ['Visits', '90'],
      ['Orders', '30'],
    ])
    expect(funnel.shape.kind).toBe('chart')
    const steps = part('Steps', 'funnel', byCategory)
    expect(drawn(steps, orders).notes).toContain('Not drawn with it: Orders.')
  })

  test('have no results where none of them has', () => {
    const none = results([category, count], [])
    expect(drawn(part('A', 'bar', none), part('B', 'line', none)).shape.kind).toBe('empty')
    const picture = drawn(part('A', 'bar', none), part('B', 'line', byCategory))
    expect(optionOf(picture).series.map(({ data }) => data.length)).toEqual([4, 4])
  })

  test('no more are here than anybody can read', () => {
    const shops = column('shop', 'type/Text', { source: 'breakout' })
    const rows = Array.from({ length: 150 }, (_, n) => ['Gizmo', `Shop ${n}`, n])
    const picture = drawn(part('A', 'bar', results([category, shops, count], rows)), orders)
    expect(picture.data.columns).toHaveLength(101)
    expect(picture.notes).toContain('Only the first 100 of 150 series are here.')
    expect(picture.notes).toContain('Only 20 of 100 series are drawn.')
  })
})
