import { expect, test } from '@jest/globals'
import { jsonText } from '../../../infra/http/json-text.ts'

const resultOf = (rows: readonly unknown[]) => ({
  data: { rows, cols: [{ name: 'a "quoted" one' }], none: undefined },
  row_count: rows.length,
  status: 'completed',
})

const joined = (text: ReturnType<typeof jsonText>): string =>
  typeof text === 'string' ? text : Buffer.concat(text).toString()

test('it is the JSON of the whole, to the byte', () => {
  const large = Array.from({ length: 3_000 }, (_, n) => [n, `line ${n} € \u{1F30D} "`, null, [1.5]])
  for (const body of [
    ...[resultOf([]), resultOf([[1, 'one']]), resultOf(large)],
    ...[{ data: [{ id: 1 }], total: 1 }, { data: { rows: 'none' } }, [1, 2], null, 'text'],
  ])
    expect(joined(jsonText(body))).toBe(JSON.stringify(body))
})

test('rows of a large result are never one text', () => {
  expect(typeof jsonText(resultOf([[1]]))).toBe('string')
  const pieces = jsonText(resultOf(Array.from({ length: 40 }, () => ['x'.repeat(50_000)])))
  expect(pieces).toHaveLength(21)
})
