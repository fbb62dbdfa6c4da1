import { expect, test } from '@jest/globals'
import { namesTag } from '../../../infra/http/entity-tag.ts'

test.each([
  ['"7"', true],
  ['W/"7"', true],
  ['"6", "7"', true],
  ['"6",W/"7"', true],
  ['*', true],
  [' * ', true],
  [undefined, false],
  ['', false],
  ['7', false],
  ['"6"', false],
  ['"7.1"', false],
  ['"17", "77"', false],
  ['"6,7"', false],
])('If-None-Match: %s names "7": %s', (header, names) => {
  expect(namesTag(header, '"7"')).toBe(names)
})
