import { expect, test } from '@jest/globals'
import { category, column, count, month, picture, results } from '../../support/chart-results.ts'

const state = column('state', 'type/Text', { source: 'breakout' })
const grouping = column('pivot-grouping', 'type/Integer', { source: 'breakout' })

test('groups of the last breakout stand along the top, in their order', () => {
  const rows = [
    ['2025-01-01T00:00:00Z', 'Gizmo', 1200],
    ['2025-02-01T00:00:00Z', 'Gadget', 3],
    ['2025-02-01T00:00:00Z', 'Gizmo', 4],
    ['2025-02-01T00:00:00Z', null, 5],
  ]
  const shown = picture('pivot', results([month, category, count], rows))
  expect(shown.shape).toEqual({
    kind: 'pivot',
    titleColumns: 1,
    header: [['Month', 'Gadget', 'Gizmo', '(empty)']],
    rows: [
      { cells: ['January, 2025', '', '1,200', ''], isTotal: false },
      { cells: ['February, 2025', '3', '4', '5'], isTotal: false },
    ],
  })
  expect(shown.summary).toBe('Pivot table of Count by Month (2 rows) and Category (3 columns).')
})

test('settings say where groups stand, and totals come from the answer', () => {
  const rows = [
    ['CA', 'Gadget', 0, 3],
    ['CA', 'Gizmo', 0, 4],
    ['NY', 'Gadget', 0, 5],
    ['CA', null, 2, 7],
    ['NY', null, 2, 50],
    [null, 'Gadget', 1, 8],
    [null, 'Gizmo', 1, 4],
    [null, null, 3, 12],
  ]
  const settings = { 'pivot_table.column_split': { rows: ['category'], columns: ['state'] } }
  const shown = picture('pivot', results([state, category, grouping, count], rows), settings)
  expect(shown.shape).toMatchObject({
    header: [['Category', 'CA', 'NY', 'Row totals']],
    rows: [
      { cells: ['Gadget', '3', '5', '8'], isTotal: false },
      { cells: ['Gizmo', '4', '', '4'], isTotal: false },
      { cells: ['Grand totals', '7', '50', '12'], isTotal: true },
    ],
  })
})

test('groups of one kind stand down the side; of none there is no pivot', () => {
  const one = picture('pivot', results([category, count], [['A', 1]]))
  expect(one.shape).toMatchObject({
    header: [['Category', 'Count']],
    rows: [{ cells: ['A', '1'] }],
  })
  expect(picture('pivot', results([column('a'), column('b')], [['A', 'B']])).notes).toEqual([
    'Shown as a table. Only questions with groups can be pivoted.',
  ])
  const wide = Array.from({ length: 101 }, (_, place) => ['A', place, 1])
  const number = column('number', 'type/Integer', { source: 'breakout' })
  expect(picture('pivot', results([category, number, count], wide)).notes).toEqual([
    'Shown as a table. It would have 101 columns.',
  ])
})
