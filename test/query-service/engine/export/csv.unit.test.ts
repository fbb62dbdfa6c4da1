import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { rawCsv, stringifiedCsv } from '../../../../query-service/engine/export/csv.ts'
import type { ExportColumn } from '../../../../query-service/engine/export/exporter.ts'
import { exporters } from '../../../../query-service/engine/export/exporters.ts'
import { rawText } from '../../../../query-service/engine/format/cell-text.ts'
import { column, exportText, inBatches } from './export-file.ts'
import { parseCsv } from './parse-csv.ts'

describe('csv export', () => {
  test('has titles, commas, LF and quotes only where they are needed', async () => {
    const columns = [
      column('ID', 'type/Integer'),
      column('Name, full'),
      column('At', 'type/DateTime'),
    ]
    const rows = [
      ['1', 'Ann "A" Lee', '2014-04-01T00:00:00'],
      ['2', null, '2014-04-01T08:30:00'],
      ['3', 'a\r\nb', null],
    ]
    expect(await exportText('csv', columns, rows)).toBe(
      'ID,"Name, full",At\n' +
        '1,"Ann ""A"" Lee",2014-04-01\n' +
        '2,,2014-04-01T08:30:00\n' +
        '3,"a\r\nb",\n',
    )
  })

  test('formats rows on request', async () => {
    const columns = [column('Total', 'type/Decimal'), column('Day', 'type/Date')]
    expect(
      await exportText(
        'csv',
        columns,
        [
          ['1234.5', '2014-04-07'],
          [null, null],
        ],
        true,
      ),
    ).toBe('Total,Day\n"1,234.5","April 7, 2014"\n,\n')
  })

  test('still has its header when there are no rows', async () => {
    expect(await exportText('csv', [column('A'), column('B')], [])).toBe('A,B\n')
    expect(await exportText('csv', [column('A'), column('B')], [], true)).toBe('A,B\n')
  })

  test('keeps nested values and bytes as text, and exact digits', async () => {
    const columns = [column('J', 'type/JSON'), column('A', 'type/Array'), column('B', 'type/*')]
    const numbers = [column('N', 'type/BigInteger'), column('D', 'type/Decimal')]
    expect(await exportText('csv', columns, [['{"a":1}', '[1,2]', '0xff']])).toBe(
      'J,A,B\n"{""a"":1}","[1,2]",0xff\n',
    )
    expect(await exportText('csv', numbers, [['9007199254740993', 'NaN']])).toBe(
      'N,D\n9007199254740993,NaN\n',
    )
  })

  test.each([
    ['=cmd()', '', '5', "'=cmd()5"],
    ['', '+cmd|x', '-5', "'-5+cmd|x"],
    ['', ' km', '5', '5 km'],
    ['', '', '-5', '-5'],
  ])('guards numbers between %j and %j', async (prefix, suffix, cell, field) => {
    const columns = [column('N', 'type/Integer', { settings: { prefix, suffix } })]
    expect(await exportText('csv', columns, [[cell]], true)).toBe(`N\n${field}\n`)
  })

  test('begins with a byte order mark when asked to', async () => {
    for (const formatRows of [false, true]) {
      const chunks: Uint8Array[] = []
      const result = { columns: [column('Größe')], batches: inBatches([['é']]) }
      const take = async (chunk: Uint8Array) => void chunks.push(chunk)
      await exporters.csv.write(result, take, { formatRows, byteOrderMark: true })
      expect(Buffer.concat(chunks).toString('latin1')).toMatch(/^ï»¿Gr/)
    }
  })

  test('an empty field that stands alone is no empty line', async () => {
    expect(await exportText('csv', [column('A')], [[null], ['']])).toBe('A\n""\n""\n')
    expect(await exportText('csv', [column('A')], [[null], ['']], true)).toBe('A\n""\n""\n')
  })

  describe.each([false, true])('formula guard, formatted: %s', (formatRows) => {
    const columns = (title = 'Text') => [column(title), column('Number', 'type/Integer')]
    const cellOf = async (cell: string) => {
      const csv = await exportText('csv', columns(), [[cell, '-5']], formatRows)
      expect(csv).toMatch(/,-5\n$/)
      return parseCsv(csv)[1]?.[0]
    }

    test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '＝1', '\n=1', ' =1', '  ＝1'])(
      '%j is told to be text',
      async (cell) => {
        expect(await cellOf(cell)).toBe(`'${cell}`)
      },
    )

    test.each(['a=1', '1-2', ' plain', "'=1", '𝌆', 'a;b'])('%j stays', async (cell) => {
      expect(await cellOf(cell)).toBe(cell)
    })

    test('titles are guarded too', async () => {
      expect(await exportText('csv', columns('=cmd()'), [], formatRows)).toBe("'=cmd(),Number\n")
    })
  })
})

const cells = {
  'type/Text': fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', '=', '-', ' ', '\u0000', 'é', '＝', 'a'),
    }),
  ),
  'type/Integer': fc.bigInt().map(String),
  'type/Float': fc.double().map(String),
  'type/Boolean': fc.boolean().map(String),
  'type/DateTime': fc
    .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19)),
} as const

const tables = fc
  .array(fc.record({ title: cells['type/Text'], type: fc.constantFrom(...Object.keys(cells)) }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((shape) => {
    const columns = shape.flatMap(({ title, type }): ExportColumn[] =>
      isCellType(type) ? [column(title, type)] : [],
    )
    const row = fc.tuple(
      ...shape.map(({ type }) => fc.option(isCellType(type) ? cells[type] : fc.constant(''))),
    )
    return fc.record({ columns: fc.constant(columns), rows: fc.array(row, { maxLength: 5 }) })
  })

const isCellType = (type: string): type is keyof typeof cells => Object.hasOwn(cells, type)

describe('the lean encoder', () => {
  test('writes the same bytes as csv-stringify', () => {
    fc.assert(
      fc.property(tables, ({ columns, rows }) => {
        const ours = rawCsv(columns)
        const theirs = stringifiedCsv(columns, rawText)
        expect(ours.head + ours.encode(rows)).toBe(theirs.head + theirs.encode(rows))
      }),
      { numRuns: 1_000 },
    )
  })

  test('reads back as the same text, guards apart', () => {
    fc.assert(
      fc.property(tables, ({ columns, rows }) => {
        const file = rawCsv(columns)
        const [, ...parsed] = parseCsv(file.head + file.encode(rows))
        const plain = rows.map((row) =>
          row.map((cell, index) => rawText(columns[index] ?? { baseType: 'type/*' })(cell ?? '')),
        )
        const unguarded = parsed.map((row, r) =>
          row.map((field, c) => (field === `'${plain[r]?.[c]}` ? plain[r]?.[c] : field)),
        )
        expect(unguarded).toEqual(plain)
      }),
    )
  })
})
