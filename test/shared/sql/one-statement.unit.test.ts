import { expect, test } from '@jest/globals'
import { withoutEnd } from '../../../shared/sql/one-statement.ts'

test.each([
  ['select 1', 'select 1'],
  ['select 1 ; ', 'select 1 '],
  ['select 1; -- comment', 'select 1'],
  ['select 1;--comment\n/* and; more */ ;\n', 'select 1'],
  ["select ';' /* ; */ -- ;\n; -- it's over", "select ';' /* ; */ -- ;\n"],
  ['select 1 -- a comment; it stays', 'select 1 -- a comment; it stays'],
  ["select '; -- no comment'", "select '; -- no comment'"],
  ['select "; --", `;--` from t', 'select "; --", `;--` from t'],
  ['select $a$ ; -- $a$; -- end', 'select $a$ ; -- $a$'],
  // What one engine reads otherwise than another is left as it is.
  ["select 'a\\'; -- b'", "select 'a\\'; -- b'"],
  ["select 1 # it's\n from t where x = '; -- '", "select 1 # it's\n from t where x = '; -- '"],
  ['select 5--1', 'select 5--1'],
  ['select 1; select 2; -- two', 'select 1; select 2; -- two'],
])('%j is the statement %j', (text, statement) => {
  expect(withoutEnd(text)).toBe(statement)
})

test('long ones are read once', () => {
  const dashes = '-'.repeat(400_000)
  expect(withoutEnd(`select 1; ${dashes}`)).toBe('select 1')
  expect(withoutEnd(`select 1; ${dashes}\n${'/* */ '.repeat(50_000)}x`)).toContain('x')
  expect(withoutEnd(`select 1; ${'/* '.repeat(200_000)}`)).toContain('/*')
  const blanks = ' '.repeat(400_000)
  expect(withoutEnd(`select 1 # ${blanks}x;${blanks}`)).toBe(`select 1 # ${blanks}x`)
})
