import { expect, test } from '@jest/globals'
import { snippetsIn, usesSnippet } from '../../../shared/sql/snippet-use.ts'

test.each([
  ['{{snippet: large}}', true],
  ['a and {{  snippet:large  }} or b', true],
  ['{{snippet: small}} {{snippet: large}}', true],
  ["'{{snippet: large}}'", true],
  ['{{snippet: Large}}', false],
  ['{{snippet: larger}}', false],
  ['{{large}}', false],
  ['a -- {{snippet: large}}', false],
  ['a /* {{snippet: large}} */', false],
  ['a /* {{snippet: large}}', false],
  ['a -- b\n{{snippet: large}}', true],
  ['{{snippet: large} {{snippet: large}}', true],
  ['{{snippet: large}', false],
  ['{{snippet: {{snippet: large}}', true],
  ['{{snippet: small} }} {{snippet: large}} {{snippet:', true],
])('%j uses it: %p', (sql, uses) => {
  expect(usesSnippet(sql, 'large')).toBe(uses)
})

test('hostile text is read at once', () => {
  for (const text of ['{{', '{{ ', '{{snippet:', '/*', '--', ' '])
    expect(usesSnippet(`{{${text.repeat(100_000 / text.length)}`, 'large')).toBe(false)
})

test('a query names snippets in its SQL, on any line of it, and by its tags', () => {
  const tags = {
    s: { type: 'snippet', 'snippet-id': 5, 'snippet-name': 'by tag' },
    t: { type: 'snippet', Snippet_ID: 6, id: 7 },
  }
  const sql = 'select {{\n snippet:\t"first"\n}} -- {{snippet: \n {{snippet:second}}'
  const query = { native: { query: sql, 'template-tags': tags }, parameters: [null, 1] }
  expect(snippetsIn(query)).toEqual({
    names: new Set(['"first"', 'second', 'by tag']),
    ids: new Set([5, 6]),
  })
})
