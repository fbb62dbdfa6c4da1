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

describe('a pie', () => {
  test('shows shares, the largest first', () => {
    const shown = picture('pie', byCategory)
    expect(optionOf(shown).legend.texts).toEqual([
      'Widget: 27%',
      'Gadget: 26.3%',
      'Gizmo: 25.5%',
      'Doohickey: 21.2%',
    ])
    expect(shown.summary).toBe(
      'Pie chart of Count by Category: 4 slices, the largest Widget with 5,061 (27%).',
    )
  })

  test('has 30 slices, the last of which is all the rest', () => {
    const many = Array.from({ length: 40 }, (_, place) => [`Group ${place}`, 100 - place])
    const shown = picture('pie', results([category, count], many))
    expect(optionOf(shown).series[0]?.data).toHaveLength(30)
    expect(optionOf(shown).series[0]?.data.at(-1)).toMatchObject({ value: 11 * 66 })
    expect(shown.notes[0]).toBe('The smallest of 40 are put together as Other.')
  })

  test.each([
    [[['A', -1]], 'Count has values below zero, which are no part of a whole.'],
    [[['A', 0]], 'All values of Count are zero.'],
    [[['A', null]], 'All values of Count are zero.'],
  ])('of %j is a table', (rows, why) => {
    const shown = picture('pie', results([category, count], rows))
    expect(shown.notes).toEqual([`Shown as a table. ${why}`])
  })
})

test('a funnel tells what is left of the first step', () => {
  const rows = [
    ['Visited', 1200],
    ['Paid', 300],
  ]
  const shown = picture('funnel', results([column('step'), count], rows))
  expect(optionOf(shown).series[0]?.label?.texts).toEqual([
    'Visited: 1,200 (100%)',
    'Paid: 300 (25%)',
  ])
  expect(shown.summary).toBe(
    'Funnel of Count by Step: 2 steps, from Visited with 1,200 to Paid with 300 (25%).',
  )
  expect(picture('funnel', results([category, count], [['A', 0]])).shape.kind).toBe('table')
})

describe('a number', () => {
  test('is the first, or that of the column settings name, as settings show it', () => {
    const two = results([count, sum], [[1234, 5.5]])
    expect(picture('scalar', two).shape).toMatchObject({ value: '1,234', caption: 'Count' })
    const settings = {
      'scalar.field': 'sum',
      column_settings: { '["name","sum"]': { prefix: '~' } },
    }
    expect(picture('scalar', two, settings).summary).toBe('Sum: ~5.5.')
    expect(picture('scalar', results([count], [[null]])).shape).toMatchObject({ value: '–' })
  })

  test.each<[string, [string, number | null][], object | undefined]>([
    [
      'rises',
      [
        ['2025-02', 112],
        ['2025-01', 100],
      ],
      { direction: 'up', text: 'up 12% since the previous month (100)' },
    ],
    [
      'falls after a gap',
      [
        ['2025-01', 100],
        ['2025-02', null],
        ['2025-03', 50],
      ],
      { direction: 'down', text: 'down 50% since January, 2025 (100)' },
    ],
    [
      'rises from nothing',
      [
        ['2025-01', 0],
        ['2025-02', 5],
      ],
      { direction: 'up', text: 'up since the previous month (0)' },
    ],
    [
      'stays',
      [
        ['2025-01', 5],
        ['2025-02', 5],
      ],
      { direction: 'same', text: 'unchanged since the previous month (5)' },
    ],
    ['is alone', [['2025-01', 5]], undefined],
  ])('with a trend %s', (_, points, change) => {
    const rows = points.map(([at, value]) => [`${at}-01T00:00:00Z`, value])
    const { shape } = picture('smartscalar', results([month, count], rows))
    expect(shape.kind === 'number' ? shape.change : shape).toEqual(change)
  })
})

describe('a meter', () => {
  test('shows how much of a goal is reached, and no more than all of it', () => {
    const of = (value: number, goal: number) =>
      picture('progress', results([count], [[value]]), { 'progress.goal': goal })
    expect(of(12_600, 20_000)).toMatchObject({
      shape: { kind: 'progress', share: 0.63, told: '63% of the goal of 20,000' },
      summary: 'Count: 12,600, 63% of the goal of 20,000.',
    })
    expect(of(30, 20)).toMatchObject({ shape: { share: 1, told: '150% of the goal of 20' } })
    expect(of(1, 0).shape.kind).toBe('table')
  })

  test('shows in which part of a range a number is', () => {
    const segments = [
      { min: 0, max: 40, color: '#d8240c', label: 'Poor' },
      { min: 40, max: 80, label: 'Good' },
    ]
    const of = (value: number | null) =>
      picture('gauge', results([count], [[value]]), { 'gauge.segments': segments })
    expect(of(60)).toMatchObject({
      shape: { kind: 'gauge', share: 0.75, label: 'Good', low: '0', high: '80' },
      summary: 'Count: 60, between 0 and 80, Good.',
    })
    expect(of(100)).toMatchObject({
      shape: { share: 1 },
      summary: 'Count: 100, not between 0 and 80.',
    })
    expect(of(null).notes).toEqual(['Shown as a table. There is no number to show.'])
    expect(picture('gauge', results([count], [[0]])).shape.kind).toBe('gauge')
    expect(picture('gauge', results([count], [[-5]])).shape.kind).toBe('gauge')
  })
})

describe('points', () => {
  test('stand at two numbers of a row; the larger a third, the larger they are', () => {
    const columns = [column('price', 'type/Float'), column('rating', 'type/Float'), count]
    const rows = [
      [10, 4, 1],
      [90, 2, 100],
      [null, 2, 100],
    ]
    const shown = picture('scatter', results(columns, rows), { 'scatter.bubble': 'count' })
    expect(optionOf(shown).series[0]?.data).toEqual([
      { value: [10, 4], symbolSize: 7.9 },
      { value: [90, 2], symbolSize: 34 },
    ])
    expect(shown.summary).toBe(
      'Scatter chart of Rating against Price: 2 points, Price from 10 to 90, Rating from 2 to 4.',
    )
  })

  test('stand along time, evenly', () => {
    const rows = ['2025-01-01', '2025-01-11', '2025-01-31'].map((day) => [`${day}T00:00:00Z`, 1])
    const shown = picture('scatter', results([column('at', 'type/Date'), count], rows))
    const [first, second, third] = (optionOf(shown).series[0]?.data ?? []).map(
      (item) => (item as { value: readonly [number, number] }).value[0],
    )
    expect(Number(third) - Number(second)).toBe(2 * (Number(second) - Number(first)))
  })

  test('need two columns with places', () => {
    expect(picture('scatter', byCategory, { 'graph.dimensions': ['category'] }).notes).toEqual([
      'Shown as a table. The values of Category have no place on an axis.',
    ])
    expect(picture('scatter', results([count], [[1]])).shape.kind).toBe('table')
  })
})
