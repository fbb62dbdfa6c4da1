import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { column, exportText } from './export-file.ts'

describe('json export', () => {
  test('writes native types', async () => {
    const columns = [
      column('ID', 'type/Integer'),
      column('Price', 'type/Decimal'),
      column('Paid', 'type/Boolean'),
      column('At', 'type/DateTime'),
      column('Tags', 'type/Array'),
      column('Note'),
    ]
    const rows = [
      ['1', '9.50', 'true', '2014-04-01T00:00:00', '["a"]', 'x "y"\u2028\u0000'],
      [null, null, null, null, null, null],
    ]
    expect(JSON.parse(await exportText('json', columns, rows))).toEqual([
      { ID: 1, Price: 9.5, Paid: true, At: '2014-04-01', Tags: ['a'], Note: 'x "y"\u2028\u0000' },
      { ID: null, Price: null, Paid: null, At: null, Tags: null, Note: null },
    ])
  })

  test('writes only strings when rows are formatted', async () => {
    const columns = [column('ID', 'type/Integer'), column('Paid', 'type/Boolean'), column('Note')]
    expect(JSON.parse(await exportText('json', columns, [['1234', 'true', null]], true))).toEqual([
      { ID: '1,234', Paid: 'true', Note: '' },
    ])
  })

  test('keeps every digit of a number, as a number', async () => {
    const columns = [column('N', 'type/BigInteger'), column('M', 'type/Decimal')]
    const rows = [
      ['9007199254740993', `1${'0'.repeat(500)}`],
      ['1', '-12345678901234567890.12345678901234567891'],
    ]
    expect(await exportText('json', columns, rows)).toBe(
      `[{"N":9007199254740993,"M":1${'0'.repeat(500)}},\n` +
        '{"N":1,"M":-12345678901234567890.12345678901234567891}]',
    )
  })

  test.each(['NaN', 'Infinity', '-Infinity', '+1', '01', '.5', '1.', '0x1'])(
    'what JSON has no number for is a string: %s',
    async (cell) => {
      expect(JSON.parse(await exportText('json', [column('N', 'type/Float')], [[cell]]))).toEqual([
        { N: cell },
      ])
    },
  )

  test('a document that is none is a string', async () => {
    expect(JSON.parse(await exportText('json', [column('J', 'type/JSON')], [['{1}']]))).toEqual([
      { J: '{1}' },
    ])
  })

  test('the later of two columns with one title wins; odd titles are titles', async () => {
    const columns = [column('A'), column('A'), column(''), column('__proto__')]
    const text = await exportText('json', columns, [['1', '2', '3', '4']])
    expect(text).toBe('[{"A":"2","":"3","__proto__":"4"}]')
  })

  test('no rows are an empty array, no columns are empty objects', async () => {
    expect(await exportText('json', [column('A')], [])).toBe('[]')
    expect(JSON.parse(await exportText('json', [], [[], []]))).toEqual([{}, {}])
  })

  test('is valid JSON whatever the cells hold', async () => {
    const types = fc.constantFrom(
      'type/Text',
      'type/JSON',
      'type/Float',
      'type/Boolean',
      'type/Date',
    )
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json())
    await fc.assert(
      fc.asyncProperty(types, text, fc.array(text), async (baseType, title, cells) => {
        const rows = cells.map((cell) => [cell])
        const parsed: unknown = JSON.parse(
          await exportText('json', [column(title, baseType)], rows),
        )
        expect(parsed).toHaveLength(cells.length)
      }),
    )
  })
})
