import { expect, test } from '@jest/globals'
import { usesSnippet } from '../../../shared/sql/snippet-use.ts'

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
  ['{{snippet: {{snippet: large}}', false],
  ['{{snippet: small} }} {{snippet: large}} {{snippet:', true],
])('%j uses it: %p', (sql, uses) => {
  expect(usesSnippet(sql, 'large')).toBe(uses)
})
