import { describe, expect, test } from '@jest/globals'
import {
  byCategory,
  category,
  column,
  count,
  month,
  optionOf,
  picture,
  results,
  sum,
} from '../../support/chart-results.ts'

const months = (...rows: [string, number | null][]) =>
  results(
    [month, count],
    rows.map(([at, value]) => [`${at}-01T00:00:00Z`, value]),
  )

const valuesOf = (shown: ReturnType<typeof picture>) =>
  optionOf(shown).series.map(({ data }) =>
    data.map((item) =>
      typeof item === 'object' && item ? (item as { value: unknown }).value : item,
    ),
  )

describe('bars', () => {
  test('stand for numbers by group, with round ticks and texts as values have them', () => {
    const shown = picture('bar', byCategory, { 'graph.show_values': true })
    const { xAxis, yAxis, series } = optionOf(shown)
    expect(xAxis.axisLabel.texts).toEqual(['Doohickey', 'Gadget', 'Gizmo', 'Widget'])
    expect(yAxis[0]).toMatchObject({ min: 0, max: 6000, name: 'Count' })
    expect(yAxis[0].axisLabel.texts).toEqual(['0', '2,000', '4,000', '6,000'])
    expect(series).toMatchObject([{ type: 'bar', data: [3976, 4939, 4784, 5061] }])
    expect(series[0]?.label?.texts).toEqual(['3,976', '4,939', '4,784', '5,061'])
    expect(shown.summary).toBe(
      'Bar chart of Count by Category: 4 categories, from Doohickey with 3,976 to Widget with 5,061.',
    )
    expect(shown.notes).toEqual([])
  })

  test('hold texts as texts: what names things in the option is places', () => {
    const rows = [
      ['{b} <b>', 1],
      ['{b} <b>', 2],
      [null, 3],
    ]
    const shown = picture('bar', results([category, count], rows))
    expect(optionOf(shown).xAxis).toMatchObject({ data: ['0', '1'] })
    expect(optionOf(shown).xAxis.axisLabel.texts).toEqual(['{b} <b>', '(empty)'])
    expect(valuesOf(shown)).toEqual([[3, 3]])
    expect(shown.notes).toEqual(['Rows of the same Category are added up.'])
  })

  test('hang below zero, and huge numbers are short along the axis', () => {
    const rows = [
      ['Profit', 1_200_000_000],
      ['Loss', -340_000_000],
    ]
    const [axis] = optionOf(picture('bar', results([category, sum], rows))).yAxis
    expect(axis.min).toBe(-500_000_000)
    expect(axis.axisLabel.texts).toEqual(['-0.5B', '0', '0.5B', '1.0B', '1.5B'])
  })

  test('of series stand on each other, as shares where that is wanted', () => {
    const rows = [
      ['2025-01-01T00:00:00Z', 'A', 1],
      ['2025-01-01T00:00:00Z', 'B', 3],
      ['2025-02-01T00:00:00Z', 'B', 5],
    ]
    const of = (type: string) =>
      picture('bar', results([month, category, count], rows), { 'stackable.stack_type': type })
    const stacked = of('stacked')
    expect(optionOf(stacked).legend.texts).toEqual(['A', 'B'])
    expect(optionOf(stacked).series.map(({ stack }) => stack)).toEqual(['bars', 'bars'])
    expect(valuesOf(stacked)).toEqual([
      [1, null],
      [3, 5],
    ])
    expect(stacked.summary).toBe(
      'Bar chart of Count by Month and Category: 2 months, 2 series (A and B), from January, 2025 (A) with 1 to February, 2025 (B) with 5.',
    )
    const shares = of('normalized')
    expect(valuesOf(shares)).toEqual([
      [0.25, null],
      [0.75, 1],
    ])
    expect(optionOf(shares).yAxis[0].axisLabel.texts).toEqual([
      '0%',
      '20%',
      '40%',
      '60%',
      '80%',
      '100%',
    ])
  })

  test('are drawn for 500 groups and 20 series, and what is left out is told', () => {
    const many = Array.from({ length: 620 }, (_, place) => [`Group ${place}`, place])
    const shown = picture('bar', results([category, count], many))
    expect(valuesOf(shown)[0]).toHaveLength(500)
    expect(shown.notes).toEqual(['Only the first 500 of 620 values of Category are drawn.'])

    const wide = Array.from({ length: 30 }, (_, place) => [
      '2025-01-01T00:00:00Z',
      `S${place}`,
      place,
    ])
    const cut = picture('bar', results([month, category, count], wide))
    expect(optionOf(cut).series).toHaveLength(20)
    expect(optionOf(cut).legend.texts?.[0]).toBe('S10')
    expect(cut.notes[0]).toBe('Only 20 of 30 series are drawn.')
  })

  test('that lie have an axis down the side, and as much height as they need', () => {
    const many = Array.from({ length: 40 }, (_, place) => [`Group ${place}`, place])
    const { shape, summary } = picture('row', results([category, count], many))
    expect(shape).toMatchObject({
      kind: 'chart',
      option: { yAxis: { type: 'category', inverse: true }, xAxis: [{ type: 'value' }] },
      size: { height: 40 * 26 + 80 },
    })
    expect(summary).toMatch(/^Row chart of Count by Category: 40 categories/)
  })
})

describe('lines', () => {
  test('run in the order of time, with gaps where there is nothing', () => {
    const shown = picture('line', months(['2025-04', 4], ['2025-01', 1], ['2025-02', 2]))
    expect(valuesOf(shown)).toEqual([[1, 2, null, 4]])
    expect(optionOf(shown).xAxis.axisLabel.texts).toEqual([
      'Jan, 2025',
      'Feb, 2025',
      'Mar, 2025',
      'Apr, 2025',
    ])
    // Nothing connects it, so it is marked.
    expect(optionOf(shown).series[0]?.data[3]).toMatchObject({ symbol: 'circle' })
  })

  test.each([
    ['zero', [1, 0, 3]],
    ['none', [1, null, 3]],
  ])('show what is missing as they are told: %s', (missing, expected) => {
    const shown = picture('line', months(['2025-01', 1], ['2025-03', 3]), {
      series_settings: { count: { 'line.missing': missing } },
    })
    expect(valuesOf(shown)).toEqual([expected])
  })

  test('tell the unit of moments that nobody cut', () => {
    const at = column('at', 'type/Date')
    const rows = ['2025-01-06', '2025-01-20'].map((day) => [`${day}T00:00:00Z`, 1])
    expect(valuesOf(picture('line', results([at, count], rows)))).toEqual([[1, null, 1]])
  })

  test('keep the latest 500 of a long time', () => {
    const day = column('day', 'type/Date', { unit: 'day' })
    const rows = Array.from({ length: 700 }, (_, place) => [
      new Date(Date.UTC(2024, 0, 1 + place)).toISOString(),
      place,
    ])
    const shown = picture('line', results([day, count], rows))
    expect(valuesOf(shown)[0]?.at(-1)).toBe(699)
    expect(shown.notes).toEqual(['Only the last 500 of 700 values of Day are drawn.'])
  })

  test('of numbers run in their order, whatever the answer did', () => {
    const size = column('size', 'type/Integer', { source: 'breakout' })
    const rows = [
      [30, 3],
      [10, 1],
      [20, 2],
    ]
    expect(valuesOf(picture('line', results([size, count], rows)))).toEqual([[1, 2, 3]])
    const given = { 'graph.x_axis.scale': 'ordinal' }
    expect(valuesOf(picture('line', results([size, count], rows), given))).toEqual([[3, 1, 2]])
  })
})

test('areas stack, and combined charts mix marks and axes', () => {
  const rows = [
    ['2025-01-01T00:00:00Z', 1, 1000],
    ['2025-02-01T00:00:00Z', 2, null],
  ]
  const both = results([month, count, sum], rows)
  expect(optionOf(picture('area', both)).series).toMatchObject([
    { type: 'line', stack: 'lines' },
    { type: 'line', stack: 'lines' },
  ])
  const settings = {
    'graph.metrics': ['sum', 'count'],
    'graph.show_goal': true,
    'graph.goal_value': 2500,
    'graph.x_axis.title_text': 'When',
    series_settings: {
      count: { axis: 'right', display: 'area', title: 'Orders', color: '#112233' },
    },
  }
  const { series, yAxis, legend, xAxis } = optionOf(picture('combo', both, settings))
  expect(series).toMatchObject([
    { type: 'line', data: [{ value: 1000 }, null], markLine: { data: [{ yAxis: 2500 }] } },
    { type: 'line', areaStyle: { color: '#112233' }, yAxisIndex: 1 },
  ])
  expect(yAxis.map(({ max }) => max)).toEqual([2500, 2])
  expect(legend.texts).toEqual(['Sum', 'Orders'])
  expect(xAxis.name).toBe('When')
})

test('what would lie flat beside another metric has an axis of its own', () => {
  const both = results(
    [category, count, sum],
    [
      ['A', 3, 900],
      ['B', 5, 5000],
    ],
  )
  const settings = { 'graph.dimensions': ['category'], 'graph.metrics': ['count', 'sum'] }
  const sides = (more: object = {}, display = 'bar') => {
    const { series, yAxis } = optionOf(picture(display, both, { ...settings, ...more }))
    const names = [yAxis].flat().map(({ name }) => name)
    return [series.map(({ yAxisIndex }) => yAxisIndex), names]
  }
  expect(sides()).toEqual([
    [1, undefined],
    ['Sum', 'Count'],
  ])
  const goal = { 'graph.show_goal': true, 'graph.goal_value': 2500 }
  const { series } = optionOf(picture('line', both, { ...settings, ...goal }))
  expect(series.map(({ markLine }) => markLine !== undefined)).toEqual([false, true])

  const together = [[undefined, undefined], [undefined]]
  expect(sides({ 'graph.y_axis.auto_split': false })).toEqual(together)
  expect(sides({ series_settings: { sum: { axis: 'left' } } })).toEqual(together)
  expect(sides({ 'stackable.stack_type': 'stacked' })).toEqual(together)
  expect(sides({}, 'area')).toEqual(together)
})

test.each<[string, Parameters<typeof results>, string]>([
  ['no group', [[count], [[1]]], 'There is no column to group by.'],
  ['no number', [[category], [['A']]], 'There is no column of numbers to draw.'],
  [
    'values of all kinds',
    [
      [category, column('value', 'type/*')],
      [
        ['A', 1],
        ['B', 'two'],
      ],
    ],
    'Not all values of Value are numbers.',
  ],
])('%s is a table that says so', (_, result, why) => {
  const shown = picture('bar', results(...result))
  expect(shown.shape.kind).toBe('table')
  expect(shown.notes).toEqual([`Shown as a table. ${why}`])
})

test('names that begin alike are told apart by how they end', () => {
  const rows = [1, 2].map((place) => [`A customer with a very long name, number ${place}`, place])
  const { xAxis } = optionOf(picture('bar', results([category, count], rows)))
  expect(xAxis.axisLabel.texts).toEqual(['A customer w…e, number 1', 'A customer w…e, number 2'])
})

test.each([
  [[1e308, -1e308, 1e308]],
  [[5e-324, 0, 5e-324]],
  [[1e-7, 2e-7, 3e-7]],
  [[1e15, 1e15 + 1, 1e15 + 2]],
  [['9007199254740993', 'NaN', 'Infinity']],
])('axes hold numbers of any size: %j', (values) => {
  const rows = values.map((value, place) => [`Group ${place}`, value])
  for (const settings of [{}, { 'graph.y_axis.unpin_from_zero': true }]) {
    const { yAxis } = optionOf(picture('line', results([category, sum], rows), settings))
    const { min = 0, max = 0, axisLabel } = yAxis[0]
    expect(min).toBeLessThan(max)
    expect(axisLabel.texts.length).toBeGreaterThan(1)
    expect(axisLabel.texts.length).toBeLessThan(12)
  }
})
