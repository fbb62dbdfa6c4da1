import { describe, expect, test } from '@jest/globals'
import type { ColumnMetadata } from '../../../../query-service/engine/column-metadata.ts'
import { writePivot } from '../../../../query-service/engine/export/pivot/write-pivot.ts'
import type { Pivot } from '../../../../query-service/engine/mbql/pivot/pivot.ts'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'
import { inBatches } from './export-file.ts'
import { openWithExceljs } from './open-workbook.ts'
import { pivotFile, type Question } from './pivot-file.ts'

const column = (
  display_name: string,
  base_type: BaseType = 'type/Text',
  more: Partial<ColumnMetadata> = {},
): ColumnMetadata => ({
  name: display_name.toLowerCase(),
  display_name,
  base_type,
  effective_type: base_type,
  semantic_type: null,
  source: 'breakout',
  field_ref: ['field', display_name.toLowerCase(), null],
  ...more,
})
const measure = (display_name: string) =>
  column(display_name, 'type/Decimal', { source: 'aggregation' })
const grouping = column('pivot-grouping', 'type/Integer')
const month = column('Created At: Month', 'type/DateTime', { name: 'created_at', unit: 'month' })

const pivot = (rows: number, columns: number, more: Partial<Pivot> = {}): Pivot => ({
  rows: Array.from({ length: rows }, (_, place) => place),
  columns: Array.from({ length: columns }, (_, place) => rows + place),
  rowTotals: true,
  columnTotals: true,
  ...more,
})

const [january, february] = ['2024-01-01T00:00:00', '2024-02-01T00:00:00']

const simple: Question = {
  columns: [column('Kind'), month, grouping, measure('Revenue')],
  pivot: pivot(1, 1),
  facts: [
    [['shop', january], 1000.5],
    [['web', january], 2],
    [['web', february], 30],
    [[null, february], 400],
  ],
}

const text = async (...of: Parameters<typeof pivotFile>) => (await pivotFile(...of)).toString()

describe('as csv', () => {
  test('one measure: no line for its name, blanks where there is no group', async () => {
    expect(await text(simple)).toBe(
      'Kind,2024-01-01,2024-02-01,Row totals\n' +
        'shop,1000.5,,1000.5\n' +
        'web,2,30,32\n' +
        '(empty),,400,400\n' +
        'Grand totals,1002.5,430,1432.5\n',
    )
  })

  test('values as people read them, by the settings of their columns', async () => {
    const settings = {
      column_settings: {
        '["name","revenue"]': { number_style: 'currency', currency_in_header: false },
        '["name","kind"]': { column_title: 'Where' },
      },
      'table.columns': [{ name: 'revenue', enabled: true }],
    }
    expect(await text(simple, { formatRows: true, settings })).toBe(
      'Where,"January, 2024","February, 2024",Row totals\n' +
        'shop,"$1,000.50",,"$1,000.50"\n' +
        'web,$2.00,$30.00,$32.00\n' +
        '(empty),,$400.00,$400.00\n' +
        'Grand totals,"$1,002.50",$430.00,"$1,432.50"\n',
    )
  })

  test.each([
    [
      'rows',
      { rowTotals: false },
      'Kind,2024-01-01,2024-02-01\nshop,1000.5,\nweb,2,30\n(empty),,400\nGrand totals,1002.5,430\n',
    ],
    [
      'columns',
      { columnTotals: false },
      'Kind,2024-01-01,2024-02-01,Row totals\nshop,1000.5,,1000.5\nweb,2,30,32\n(empty),,400,400\n',
    ],
    [
      'anything',
      { rowTotals: false, columnTotals: false },
      'Kind,2024-01-01,2024-02-01\nshop,1000.5,\nweb,2,30\n(empty),,400\n',
    ],
  ])('without totals of %s', async (_, totals, expected) => {
    expect(await text({ ...simple, pivot: pivot(1, 1, totals) })).toBe(expected)
  })

  const deep: Question = {
    columns: [
      column('Country'),
      column('City'),
      column('Year', 'type/Integer'),
      column('Paid', 'type/Boolean'),
      grouping,
      measure('Count'),
      measure('Sum'),
    ],
    pivot: pivot(2, 2),
    facts: [
      [['Italy', 'Milan', '2023', 'true'], 1, 10],
      [['Italy', 'Rome', '2023', 'false'], 2, 20],
      [['Italy', 'Rome', '2024', 'true'], 3, 30],
      [['Norway', 'Oslo', '2024', 'true'], 4, 40],
    ],
  }

  test('several of each: subtotals of groups of several, measures in a line of their own', async () => {
    expect(await text(deep)).toBe(
      ',,2023,2023,2023,2023,2024,2024,Row totals,Row totals\n' +
        ',,true,true,false,false,true,true,,\n' +
        'Country,City,Count,Sum,Count,Sum,Count,Sum,Count,Sum\n' +
        'Italy,Milan,1,10,,,,,1,10\n' +
        'Italy,Rome,,,2,20,3,30,5,50\n' +
        'Totals for Italy,,1,10,2,20,3,30,6,60\n' +
        'Norway,Oslo,,,,,4,40,4,40\n' +
        'Grand totals,,1,10,2,20,7,70,10,100\n',
    )
  })

  test('only the measures asked for, in that order', async () => {
    const one = { ...deep, pivot: pivot(2, 2, { measures: [1], columnTotals: false }) }
    expect(await text(one)).toBe(
      ',,2023,2023,2024,Row totals\n' +
        'Country,City,true,false,true,\n' +
        'Italy,Milan,10,,,10\n' +
        'Italy,Rome,,20,30,50\n' +
        'Norway,Oslo,,,40,40\n',
    )
    const swapped = await text({ ...deep, pivot: pivot(2, 2, { measures: [1, 0] }) })
    expect(swapped.split('\n')[3]).toBe('Italy,Milan,10,1,,,,,10,1')
  })

  test('rows alone, of three levels', async () => {
    const columns = [column('A'), column('B'), column('C'), grouping, measure('Count')]
    const facts: Question['facts'] = [
      [['a', 'x', '1'], 1],
      [['a', 'x', '2'], 2],
      [['a', 'y', '1'], 4],
      [['b', null, '1'], 8],
      [['b', null, '2'], 16],
    ]
    expect(await text({ columns, facts, pivot: pivot(3, 0) })).toBe(
      'A,B,C,Count\n' +
        'a,x,1,1\n' +
        'a,x,2,2\n' +
        'a,Totals for x,,3\n' +
        'a,y,1,4\n' +
        'Totals for a,,,7\n' +
        'b,(empty),1,8\n' +
        'b,(empty),2,16\n' +
        'b,Totals for (empty),,24\n' +
        'Totals for b,,,24\n' +
        'Grand totals,,,31\n',
    )
  })

  test('columns alone', async () => {
    expect(
      await text({
        ...simple,
        columns: simple.columns.toSpliced(1, 1),
        pivot: pivot(0, 1),
        facts: [
          [['web'], 1],
          [['shop'], 2],
        ],
      }),
    ).toBe('web,shop,Row totals\n1,2,3\n')
  })

  test('nothing at all', async () => {
    expect(await text({ ...simple, facts: [] })).toBe('Kind,Row totals\nGrand totals,\n')
  })

  test('no value becomes a formula or another field', async () => {
    const columns = [column('=Kind'), column('a,"b"'), grouping, measure('+Sum'), measure('Sum')]
    const facts: Question['facts'] = [
      [['=1+1', '@x'], -5, 1],
      [['-1', 'a,b\n'], 1, 1],
    ]
    expect(await text({ columns, facts, pivot: pivot(1, 1) })).toBe(
      `,'@x,'@x,"a,b\n","a,b\n",Row totals,Row totals\n` +
        `'=Kind,'+Sum,Sum,'+Sum,Sum,'+Sum,Sum\n` +
        `'=1+1,-5,1,,,-5,1\n` +
        `'-1,,,1,1,1,1\n` +
        'Grand totals,-5,1,1,1,-4,2\n',
    )
  })
})

test('as a workbook values keep their types, and headers are frozen', async () => {
  const { sheet } = await openWithExceljs(await pivotFile(simple, { format: 'xlsx' }))
  const rows = [1, 2, 3, 4, 5].map((row) => sheet.getRow(row).values)
  expect(rows).toEqual([
    [undefined, 'Kind', new Date(`${january}Z`), new Date(`${february}Z`), 'Row totals'],
    [undefined, 'shop', 1000.5, undefined, 1000.5],
    [undefined, 'web', 2, 30, 32],
    [undefined, '(empty)', undefined, 400, 400],
    [undefined, 'Grand totals', 1002.5, 430, 1432.5],
  ])
  expect([1, 2, 4].map((place) => sheet.getColumn(place).width)).toEqual([14, 12, 12])
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 1 })
  expect([sheet.getCell('B1').numFmt, sheet.getCell('B1').font?.bold]).toEqual(['yyyy-mm-dd', true])
  expect(sheet.getCell('B2').font?.bold).toBeUndefined()

  const formatted = await openWithExceljs(
    await pivotFile(simple, { format: 'xlsx', formatRows: true }),
  )
  expect(formatted.sheet.getCell('B2').value).toBe(1000.5)
  expect(formatted.sheet.getCell('B2').numFmt).toBe('#,##0.0')
  expect(formatted.sheet.getCell('B2').font?.bold).toBeUndefined()
})

describe('more than may be kept is refused', () => {
  const sink = async () => undefined
  const file = { format: 'csv', formatRows: false, pivot: pivot(1, 1) } as const
  const write = (rows: Iterable<readonly string[]>) =>
    writePivot({ columns: simple.columns, batches: inBatches([...rows]) }, sink, file)
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => String(number))

  test('too many columns', async () => {
    const columns = numbers(16_384).map((number) => ['', number, '1', '1'])
    await expect(write(columns)).rejects.toThrow(
      'A pivot table has 16384 columns at the most, and this one 16386; ' +
        'filter it, or export it with pivot_results false.',
    )
  })

  test('too many cells, most of them blank', async () => {
    const rows = numbers(10_000).map((number) => [number, '', '2', '1'])
    const columns = numbers(100).map((number) => ['', number, '1', '1'])
    await expect(write([...columns, ...rows])).rejects.toThrow(
      'This pivot table has more than 1000000 cells; ' +
        'filter it, or export it with pivot_results false.',
    )
  })

  test('too many groups, before all are read', async () => {
    let batches = 0
    const endless = async function* () {
      for (;;) {
        batches += 1
        yield Array.from({ length: 20_000 }, () => ['x', 'y', '0', '1'])
      }
    }
    const measures = Array.from({ length: 20 }, (_, place) => measure(`Measure ${place}`))
    const columns = [...simple.columns.slice(0, 3), ...measures]
    const written = writePivot({ columns, batches: endless() }, sink, file)
    await expect(written).rejects.toThrow('more than 1000000 cells')
    expect(batches).toBe(3)
  })
})
