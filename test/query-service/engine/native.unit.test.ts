import { expect, test } from '@jest/globals'
import { parseNative } from '../../../query-service/engine/native.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'

test.each([
  'select 1',
  '  select 1 -- {{tag}}',
  'select /* {{tag}} */ 1',
  "select '{{1,2},{3,4}}'::int[]",
  "select '{{1,2}}'::int[]",
  'select array[[1,2],[3,4]]',
  `select '{"a": {"b": 1}}'::json`,
  'select 1 as "{{"',
  'select {{}}',
])('%s runs as it is', (query) => {
  expect(parseNative({ query })).toEqual({ sql: query, parameters: [] })
})

test('tags that are declared and not used do no harm', () => {
  const query = 'select 1'
  expect(parseNative({ query, 'template-tags': { a: {} } }).sql).toBe(query)
  expect(parseNative({ QUERY: query, template_tags: {}, collection: 'x' }).sql).toBe(query)
})

test.each([
  'select {{a}}',
  'select {{ a }}',
  "select '{{a}}'",
  "select '--', {{a}}",
  'select 1 [[where x = {{a b}}]]',
  'select * from {{#12-orders}}',
  'select {{snippet: my snippet!}}',
  'select {{{a}}}',
  '/* c */ select {{a}} -- x',
])('%s is told that tags are not supported yet', (query) => {
  expect(() => parseNative({ query })).toThrow('not supported yet')
})

test.each([
  [undefined],
  [null],
  ['select 1'],
  [{}],
  [{ query: '' }],
  [{ query: ' \n' }],
  [{ query: 5 }],
  [{ query: 'a\u0000' }],
])('%j is refused', (native) => {
  expect(() => parseNative(native)).toThrow(Refusal)
})

test.each([
  ['open tags', '{{'.repeat(500_000)],
  ['spaces in a tag', `{{${' '.repeat(1_000_000)}`],
  ['open comments', '/*'.repeat(500_000)],
  ['quotes', "'".repeat(1_000_001)],
  ['a tag of a million letters', `{{${'a '.repeat(500_000)}!}}`],
])('a megabyte of %s takes no time', (_, query) => {
  const started = performance.now()
  parseNative({ query })
  expect(performance.now() - started).toBeLessThan(200)
})
