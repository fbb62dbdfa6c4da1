import { expect, test } from '@jest/globals'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import { parseNative } from '../../../../shared/sql/template/native-query.ts'

test('a native query is its text and its tags, under any spelling of its keys', () => {
  const tag = { id: 'i', name: 'a', 'display-name': 'An A', type: 'number', default: 5 }
  const expected = { id: 'i', name: 'a', displayName: 'An A', type: 'number', default: 5 }
  for (const key of ['template-tags', 'template_tags', 'TEMPLATE_TAGS'])
    expect(parseNative({ QUERY: ' select {{a}} ', [key]: { a: tag } })).toMatchObject({
      text: ' select {{a}} ',
      tags: new Map([['a', expect.objectContaining({ ...expected, required: false })]]),
    })
  expect(parseNative({ query: '[]', collection: 'things' }).collection).toBe('things')
})

test.each([
  [{}, { type: 'text', required: false, displayName: undefined }],
  [
    { type: 'number', required: true },
    { type: 'number', required: true },
  ],
  [{ display_name: 'X', widget_type: 'date/all-options' }, { displayName: 'X' }],
  [
    { type: 'card', 'card-id': 12, name: 'a' },
    { type: 'card', cardId: 12 },
  ],
  [
    { type: 'snippet', 'snippet-id': 1, 'snippet-name': 's' },
    { snippetId: 1, snippetName: 's' },
  ],
  [
    { default: null, alias: ' ' },
    { default: undefined, alias: undefined },
  ],
])('a tag defined as %j is read', (tag, expected) => {
  const { tags } = parseNative({ query: 'x', 'template-tags': { a: tag } })
  expect(tags.get('a')).toMatchObject(expected)
})

test.each([
  ['another name than its key', { name: 'b' }],
  ['an unknown type', { type: 'sql' }],
  ['a type that is none', { type: 5 }],
  ['required as a text', { required: 'yes' }],
  ['no object', 'text'],
  ['a list', []],
  ['a card that is no number', { type: 'card', 'card-id': '1 or 1=1' }],
])('a tag with %s is refused by its name', (_, tag) => {
  const parse = () => parseNative({ query: 'x', 'template-tags': { a: tag } })
  expect(parse).toThrow(expect.objectContaining({ kind: 'validation' }))
  expect(parse).toThrow(
    expect.objectContaining({
      extras: { errors: { 'native.template-tags.a': expect.anything() } },
    }),
  )
})

test('no name of a tag is anything but a name', () => {
  const hostile = JSON.parse('{"__proto__": {"type": "number"}, "constructor": {}}')
  const { tags } = parseNative({ query: 'x', 'template-tags': hostile })
  expect([...tags.keys()]).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).type).toBeUndefined()
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
  [{ query: 'x', 'template-tags': [] }],
])('%j is refused', (native) => {
  expect(() => parseNative(native)).toThrow(Refusal)
})
