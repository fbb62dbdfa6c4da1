import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BaseType } from '../../../../shared/kernel/base-type.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import { column, exportFile } from './export-file.ts'
import { cellElement, openWithExceljs, sheetXml, unescaped, unzip } from './open-workbook.ts'

const rawCell = async (baseType: BaseType, cell: string | null) =>
  cellElement(sheetXml(await exportFile('xlsx', [column('A', baseType)], [[cell]])), 'A2')

const readBack = async (baseType: BaseType, cell: string, formatRows = false) => {
  const file = await exportFile('xlsx', [column('A', baseType)], [[cell]], formatRows)
  return (await openWithExceljs(file)).sheet.getCell('A2')
}

describe.each([false, true])('xlsx workbook, formatted: %s', (formatRows) => {
  const columns = [column('ID', 'type/Integer'), column('=Name'), column('Paid', 'type/Boolean')]

  test('has one sheet with a frozen, filterable header', async () => {
    const rows = [
      ['1', 'Ann', 'true'],
      ['2', null, 'false'],
    ]
    const { workbook, sheet } = await openWithExceljs(
      await exportFile('xlsx', columns, rows, formatRows),
    )
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Query result'])
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(sheet.autoFilter).toBe('A1:C3')
    expect(sheet.getRow(1).values).toEqual([undefined, 'ID', '=Name', 'Paid'])
    expect(sheet.getRow(2).values).toEqual([undefined, 1, 'Ann', true])
    expect(sheet.getCell('B3').value).toBeNull()
  })

  test('still has its header when there are no rows', async () => {
    const { sheet } = await openWithExceljs(await exportFile('xlsx', columns, [], formatRows))
    expect(sheet.rowCount).toBe(1)
    expect(sheet.autoFilter).toBe('A1:C1')
  })

  test('opens without any column', async () => {
    const { sheet } = await openWithExceljs(await exportFile('xlsx', [], [[]], formatRows))
    expect(sheet.name).toBe('Query result')
  })

  test.each([
    '{"formula":"1+1"}',
    '{"hyperlink":"https://example.org","text":"x"}',
    '{"richText":[{"text":"x"}]}',
    '{"sharedFormula":"A1"}',
    '=HYPERLINK("https://example.org")',
    '<f>1+1</f>',
  ])('%s is text', async (cell) => {
    const file = await exportFile('xlsx', [column('A', 'type/JSON')], [[cell]], formatRows)
    expect((await openWithExceljs(file)).sheet.getCell('A2').value).toBe(cell)
    const parts = unzip(file)
    expect([...parts.values()].join('')).not.toMatch(/<f[ >]|<hyperlink/)
    expect([...parts.keys()].filter((path) => path.includes('externalLink'))).toEqual([])
  })

  test('control characters and what looks like an escape survive', async () => {
    const cell = 'a\u0000\u0001\u000b\u001f\uffff_x0041_ & <b> "q"\nend'
    expect(unescaped((await readBack('type/Text', cell, formatRows)).value)).toBe(cell)
  })

  test('long text is cut with a notice, never inside a character', async () => {
    const text = String((await readBack('type/Text', '𝌆'.repeat(20_000), formatRows)).value)
    expect(text.length).toBeGreaterThan(32_760)
    expect(text.length).toBeLessThanOrEqual(32_767)
    expect(text).toMatch(/^𝌆+… \[cut at 32,767 characters, the limit of a cell\]$/u)
  })

  test.each<[BaseType, string]>([
    ['type/BigInteger', '9007199254740993'],
    ['type/Decimal', `1${'0'.repeat(500)}`],
    ['type/Decimal', '12345678901234.567'],
    ['type/Float', 'NaN'],
    ['type/Float', '-Infinity'],
  ])('a %s that a sheet cannot hold is text: %s', async (baseType, cell) => {
    const { value } = await readBack(baseType, cell, formatRows)
    expect(typeof value).toBe('string')
    if (!formatRows) expect(value).toBe(cell)
  })

  test.each<[BaseType, string]>([
    ['type/Date', '1899-12-31'],
    ['type/Date', '1900-02-28'],
    ['type/Date', 'infinity'],
    ['type/Date', '10000-01-01'],
    ['type/DateTime', '0044-03-15T00:00:01 BC'],
    ['type/Time', '838:59:59'],
  ])('a %s that a sheet cannot hold is text: %s', async (baseType, cell) => {
    expect(typeof (await readBack(baseType, cell, formatRows)).value).toBe('string')
  })

  test('more columns than a sheet has are refused before a byte is written', async () => {
    const many = Array.from({ length: 16_385 }, (_, index) => column(`c${index}`))
    const refused = exportFile('xlsx', many, [], formatRows)
    await expect(refused).rejects.toThrow(Refusal)
    await expect(refused).rejects.toThrow('16384 columns')
  })
})

describe('xlsx of exact rows', () => {
  test.each<[BaseType, string | null, string | undefined]>([
    ['type/Integer', '-5', '<c r="A2"><v>-5</v></c>'],
    ['type/Decimal', '12345.67', '<c r="A2"><v>12345.67</v></c>'],
    ['type/Decimal', '0.000000000000000012', '<c r="A2"><v>0.000000000000000012</v></c>'],
    ['type/Float', '3.141592653589793', '<c r="A2"><v>3.141592653589793</v></c>'],
    ['type/Float', '1e-7', '<c r="A2"><v>1e-7</v></c>'],
    ['type/Boolean', 'true', '<c r="A2" t="b"><v>1</v></c>'],
    ['type/Text', '', '<c r="A2" t="inlineStr"><is><t></t></is></c>'],
    ['type/Text', ' a', '<c r="A2" t="inlineStr"><is><t xml:space="preserve"> a</t></is></c>'],
    ['type/Date', '1900-03-01', '<c r="A2" s="1"><v>61</v></c>'],
    ['type/Date', '2014-04-07', '<c r="A2" s="1"><v>41736</v></c>'],
    ['type/Date', '9999-12-31', '<c r="A2" s="1"><v>2958465</v></c>'],
    ['type/DateTime', '2014-04-07T12:00:00', '<c r="A2" s="2"><v>41736.500000000</v></c>'],
    ['type/DateTime', '2014-04-07T00:00:00', '<c r="A2" s="1"><v>41736</v></c>'],
    [
      'type/DateTimeWithTZ',
      '2014-04-07T12:00:00+02:00',
      '<c r="A2" s="2"><v>41736.500000000</v></c>',
    ],
    ['type/Time', '18:00:00', '<c r="A2" s="3"><v>0.750000000</v></c>'],
    ['type/Text', null, undefined],
  ])('%s %s', async (baseType, cell, element) => {
    expect(await rawCell(baseType, cell)).toBe(element)
  })

  test('moments read back to the millisecond', async () => {
    const moments = fc.date({
      min: new Date('1900-03-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(moments, { minLength: 1 }), async (dates) => {
        const rows = dates.map((date) => [date.toISOString().slice(0, -1)])
        const file = await exportFile('xlsx', [column('A', 'type/DateTime')], rows)
        const { sheet } = await openWithExceljs(file)
        dates.forEach((date, index) => {
          expect(sheet.getCell(index + 2, 1).value).toEqual(date)
        })
      }),
      { numRuns: 20 },
    )
  })

  test('any text reads back as it was', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), async (cells) => {
        const rows = cells.map((cell) => [cell])
        const { sheet } = await openWithExceljs(await exportFile('xlsx', [column('A')], rows))
        expect(cells.map((_, index) => unescaped(sheet.getCell(index + 2, 1).value))).toEqual(cells)
      }),
      { numRuns: 50 },
    )
  })

  test('widths follow the titles and the first rows', async () => {
    const columns = [column('A'), column('A long title indeed'), column('B')]
    const rows = [['x'.repeat(40), 'y', 'z'.repeat(1_000)]]
    const { sheet } = await openWithExceljs(await exportFile('xlsx', columns, rows))
    expect(sheet.columns.map(({ width }) => width)).toEqual([42, 21, 255])
  })
})

describe('xlsx of formatted rows', () => {
  const formattedCell = async (
    baseType: BaseType,
    cell: string,
    more: { semanticType?: string; unit?: string } = {},
  ) => {
    const file = await exportFile('xlsx', [column('A', baseType, more)], [[cell]], true)
    const { value, numFmt } = (await openWithExceljs(file)).sheet.getCell('A2')
    return { value, numFmt }
  }

  test.each<[BaseType, string, object, object]>([
    ['type/Integer', '1234', {}, { value: 1234, numFmt: '#,##0' }],
    ['type/Decimal', '1234.567', {}, { value: 1234.567, numFmt: '#,##0.00' }],
    ['type/Decimal', '0.00123', {}, { value: 0.00123, numFmt: '#,##0.0000' }],
    ['type/Integer', '1234', { semanticType: 'type/PK' }, { value: 1234, numFmt: '0' }],
    [
      'type/Float',
      '0.125',
      { semanticType: 'type/Percentage' },
      { value: 0.125, numFmt: '#,##0.0%' },
    ],
    ['type/Date', '2014-04-07', {}, { value: new Date('2014-04-07'), numFmt: 'mmmm d, yyyy' }],
    [
      'type/Date',
      '2014-04-01',
      { unit: 'month' },
      { value: new Date('2014-04-01'), numFmt: 'mmmm, yyyy' },
    ],
    ['type/Date', '2014-04-01', { unit: 'quarter' }, { value: 'Q2 - 2014' }],
    ['type/Integer', '2', { unit: 'day-of-week' }, { value: 'Monday' }],
    ['type/BigInteger', '9007199254740993', {}, { value: '9,007,199,254,740,993' }],
  ])('%s %s %j', async (baseType, cell, more, shown) => {
    expect(await formattedCell(baseType, cell, more)).toMatchObject(shown)
  })

  test('moments carry the format people read', async () => {
    expect(await formattedCell('type/DateTime', '2014-04-01T08:30:00')).toEqual({
      value: new Date('2014-04-01T08:30:00Z'),
      numFmt: 'mmmm d, yyyy, h:mm AM/PM',
    })
  })
})
