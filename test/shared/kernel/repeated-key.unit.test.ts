import { expect, test } from '@jest/globals'
import { repeatsKey } from '../../../shared/kernel/repeated-key.ts'

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"b":{"a":1,"a":1}}',
  '[{"x":[{"a":1},{"a":1,"b":{},"a":2}]}]',
  '{"":1,"":2}',
  '{"a\\"b":1,"a\\"b":2}',
])('%s repeats a key', (json) => {
  expect(repeatsKey(json)).toBe(true)
})

test.each([
  '{}',
  '1',
  '"{\\"a\\":1,\\"a\\":2}"',
  '{"a":{"a":{"a":[]}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"b","b":"a:{}","c":"\\\\"}',
  '{"a":1,"A":2}',
])('%s does not', (json) => {
  expect(repeatsKey(json)).toBe(false)
})
