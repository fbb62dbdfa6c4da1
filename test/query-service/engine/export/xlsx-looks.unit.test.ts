import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  type ColumnSettings,
  columnSettings,
} from '../../../../shared/contract/visualization-settings.ts'
import { type BaseType, baseTypes } from '../../../../shared/kernel/base-type.ts'
import { hostileSettings } from '../format/hostile-settings.ts'
import { looks } from '../format/looks.ts'
import { column, exportFile } from './export-file.ts'
import { openWithExceljs, sheetXml, unzip } from './open-workbook.ts'

const inline = { currency_in_header: false } as const

const formattedCell = async (
  baseType: BaseType,
  settings: ColumnSettings,
  cell: string,
  more: { semanticType?: string; unit?: string } = {},
) => {
  const file = await exportFile(
    'xlsx',
    [column('A', baseType, { settings, ...more })],
    [[cell]],
    true,
  )
  return (await openWithExceljs(file)).sheet.getCell('A2')
}

describe('a look in a workbook', () => {
  test.each<[BaseType, ColumnSettings, string, number, string]>([
    ['type/Decimal', { decimals: 2 }, '5', 5, '#,##0.00'],
    ['type/Decimal', { number_separators: '.' }, '1234.5', 1234.5, '0.0'],
    ['type/Decimal', { number_separators: ',.' }, '1234.5', 1234.5, '#,##0.0'],
    ['type/Decimal', { scale: 0.01 }, '12345', 123.45, '#,##0.00'],
    ['type/Decimal', { number_style: 'percent', decimals: 1 }, '0.125', 0.125, '#,##0.0%'],
    ['type/Decimal', { number_style: 'scientific' }, '12345', 12345, '0.00E+0'],
    ['type/Decimal', { number_style: 'currency' }, '5', 5, '#,##0.00'],
    ['type/Decimal', { currency: 'EUR', ...inline }, '-5', -5, '"€"#,##0.00'],
    ['type/Decimal', { currency_style: 'name', ...inline }, '5', 5, '#,##0.00" US dollars"'],
    ['type/Integer', { suffix: '%' }, '5', 5, '#,##0"%"'],
    ['type/Integer', { prefix: '<&>', suffix: "'" }, '5', 5, '"<&>"#,##0"\'";"<&>-"#,##0"\'"'],
  ])('%s %j: %s is %d as %s', async (baseType, settings, cell, value, numFmt) => {
    expect(await formattedCell(baseType, settings, cell)).toMatchObject({ value, numFmt })
  })

  test('quotes what is quoted, which exceljs does not read', async () => {
    const settings = { prefix: 'a"b', suffix: ';' }
    const file = await exportFile(
      'xlsx',
      [column('A', 'type/Integer', { settings })],
      [['5']],
      true,
    )
    const quoted = '"a"\\""b"#,##0";";"a"\\""b-"#,##0";"'.replaceAll('"', '&quot;')
    expect(unzip(file).get('xl/styles.xml')).toContain(`formatCode="${quoted}"`)
  })

  test.each<[BaseType, ColumnSettings, string, string]>([
    ['type/Date', { date_style: 'D/M/YYYY', date_separator: '.' }, '2014-04-07', 'd.m.yyyy'],
    ['type/Date', { date_style: 'dddd, MMM D, YY' }, '2014-04-07', 'dddd, mmm d, yy'],
    ['type/Date', { date_style: 'D [de] MMMM' }, '2014-04-07', 'd" de "mmmm'],
    [
      'type/DateTime',
      { time_style: 'HH:mm', time_enabled: 'milliseconds' },
      '2014-04-07T08:30:00',
      'mmmm d, yyyy, hh:mm:ss.000',
    ],
    ['type/DateTime', { time_enabled: null }, '2014-04-07T08:30:00', 'mmmm d, yyyy'],
    ['type/Time', { time_enabled: 'seconds' }, '08:30:00', 'h:mm:ss AM/PM'],
  ])('%s %j: %s as %s', async (baseType, settings, cell, numFmt) => {
    const shown = await formattedCell(baseType, settings, cell)
    expect(shown.value).toBeInstanceOf(Date)
    expect(shown.numFmt).toBe(numFmt)
  })

  test.each<[BaseType, ColumnSettings, string, string, { unit?: string }?]>([
    ['type/Date', { date_style: 'YYYY/M/D' }, '2014-04-01', '2014 - Q2', { unit: 'quarter' }],
    [
      'type/Date',
      { date_style: 'M/D/YYYY' },
      '2014-12-28',
      '12/28/2014 – 1/3/2015',
      { unit: 'week' },
    ],
    ['type/Time', { time_style: 'h:mm' }, '20:05:00', '8:05'],
    ['type/Time', { time_style: 'mm' }, '20:05:00', '05'],
    ['type/Time', { time_style: 'h:mm a' }, '20:05:00', '8:05 pm'],
    ['type/Integer', { prefix: 'a\tb' }, '1234', 'a\tb1,234'],
    [
      'type/Integer',
      { suffix: 'x'.repeat(100), prefix: 'y'.repeat(100) },
      '5',
      `${'y'.repeat(100)}5${'x'.repeat(100)}`,
    ],
    ['type/BigInteger', { prefix: '=' }, '9007199254740993', '=9,007,199,254,740,993'],
  ])(
    '%s %j: what no number format can show is text: %s',
    async (baseType, settings, cell, text, more = {}) => {
      expect((await formattedCell(baseType, settings, cell, more)).value).toBe(text)
    },
  )

  test('moves no value but by its scale', async () => {
    const columns = looks.map(([type, settings, , , more], at) =>
      column(`c${at}`, type, { settings, ...more }),
    )
    const row = looks.map(([, , cell]) => cell)
    const { sheet } = await openWithExceljs(await exportFile('xlsx', columns, [row], true))
    looks.forEach(([, { scale = 1 }, cell, text], at) => {
      const { value } = sheet.getCell(2, at + 1)
      if (typeof value === 'string') expect(value).toBe(text)
      if (typeof value === 'number') expect(value).toBeCloseTo(Number(cell) * scale, 6)
    })
  })

  test('makes columns wide enough for what is shown', async () => {
    const columns = [
      column('At', 'type/DateTime'),
      column('N', 'type/Integer', { settings: { suffix: ' kilometres' } }),
    ]
    const file = await exportFile('xlsx', columns, [['2014-11-07T08:30:00', '5']], true)
    const { sheet } = await openWithExceljs(file)
    expect(sheet.columns.map(({ width }) => width)).toEqual([
      'November 7, 2014, 8:30 AM'.length + 2,
      '5 kilometres'.length + 2,
    ])
  })
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unfitForXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

describe('hostile settings', () => {
  test('make no workbook that does not open, and no formula', async () => {
    const cellOf = (type: BaseType) => (type.includes('Date') ? '2014-04-07' : '-1234.5')
    await fc.assert(
      fc.asyncProperty(fc.array(hostileSettings, { minLength: 1, maxLength: 3 }), async (all) => {
        const columns = all.flatMap((settings) =>
          baseTypes.map((type) => column('A', type, { settings: columnSettings.parse(settings) })),
        )
        const file = await exportFile(
          'xlsx',
          columns,
          [columns.map(({ baseType }) => cellOf(baseType))],
          true,
        )
        const { sheet } = await openWithExceljs(file)
        expect(sheet.columnCount).toBe(columns.length)
        expect(sheetXml(file)).not.toMatch(/<f[ >]/)
        expect(unzip(file).get('xl/styles.xml')).not.toMatch(unfitForXml)
      }),
      { numRuns: 15 },
    )
  }, 30_000)
})
