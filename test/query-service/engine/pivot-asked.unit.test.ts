import { expect, test } from '@jest/globals'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { pivotFromSettings, pivotOf } from '../../../query-service/engine/pivot/pivot-asked.ts'
import { pivotQuery } from '../../../shared/contract/dataset.ts'
import { orders, shopCatalogue } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const { status, createdAt, total, quantity } = orders
const field = (id: number, unit?: string) => [
  'field',
  id,
  unit === undefined ? null : { 'temporal-unit': unit },
]

/** Breakouts: 0 status, 1 created_at by year, 2 created_at by month, 3 quantity. */
const { columns = [] } = compileMbql(
  {
    'source-table': orders.table,
    aggregation: [['count'], ['sum', field(total)]],
    breakout: [field(status), field(createdAt, 'year'), field(createdAt, 'month'), field(quantity)],
  },
  shopCatalogue('postgres'),
  { maxRows: defaultCaps },
)

const described = (split: unknown, more: object = {}) =>
  pivotFromSettings({ 'pivot_table.column_split': split, ...more }, columns)

const totals = { rowTotals: true, columnTotals: true }
const none = { rows: [], columns: [], ...totals }

test.each<readonly [string, unknown, object]>([
  [
    'names',
    { rows: ['quantity', 'status'], columns: ['created_at_2'], values: ['sum', 'count'] },
    { rows: [3, 0], columns: [2], measures: [1, 0] },
  ],
  [
    'references, told apart by their units',
    {
      rows: [field(createdAt, 'month'), field(status)],
      columns: [field(createdAt, 'year')],
      values: [['aggregation', 1]],
    },
    { rows: [2, 0], columns: [1], measures: [1] },
  ],
  [
    'references of old, with more in them or less',
    {
      rows: [
        ['field-id', status],
        ['field', createdAt, { 'base-type': 'type/DateTime' }],
      ],
      columns: [['field', quantity, { 'base-type': 'type/Integer' }]],
    },
    { rows: [0, 1], columns: [3] },
  ],
  [
    'what is twice, not there or an aggregation among breakouts',
    {
      rows: ['status', field(status), 'gone', ['field', 999, null], 'count', 7, null, {}],
      columns: ['status', 'quantity'],
      values: ['status'],
    },
    { rows: [0], columns: [3] },
  ],
  ['no split', undefined, {}],
  ['a split that is none', 'rows', {}],
  ['a split of other things', { rows: 'status', columns: { a: 1 } }, {}],
])('settings of %s', (_, split, expected) => {
  expect(described(split)).toEqual({ ...none, ...expected })
})

test('settings say what is totalled; what is no answer says yes', () => {
  const off = { 'pivot.show_row_totals': false, 'pivot.show_column_totals': 'no' }
  expect(described({ rows: ['status'] }, off)).toEqual({ ...none, rows: [0], rowTotals: false })
})

test('a request says it with places', () => {
  const request = { pivot_rows: [1, 0], pivot_cols: [2], pivot_measures: [0] }
  expect(pivotOf(request)).toEqual({ rows: [1, 0], columns: [2], measures: [0], ...totals })
  const off = {
    pivot_rows: null,
    pivot_measures: [],
    show_row_totals: false,
    show_column_totals: null,
  }
  expect(pivotOf(off)).toEqual({ ...none, rowTotals: false })
})

test.each([
  [{ pivot_rows: [0, 1], pivot_cols: [2] }, true],
  [{ pivot_rows: [0], pivot_cols: [0] }, false],
  [{ pivot_rows: [0, 0] }, false],
  [{ pivot_rows: [-1] }, false],
  [{ pivot_rows: [1.5] }, false],
  [{ pivot_cols: 0 }, false],
  [{ pivot_cols: ['0'] }, false],
  [{ pivot_measures: [1_001] }, false],
  [{ show_row_totals: 'false' }, false],
])('%j is a pivot: %p', (more, isOne) => {
  expect(pivotQuery.safeParse({ type: 'query', query: {}, ...more }).success).toBe(isOne)
})
