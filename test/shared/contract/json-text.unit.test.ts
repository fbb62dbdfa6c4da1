import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { jsonText } from '../../../shared/contract/dataset.ts'

const shape = jsonText(z.record(z.string(), z.json()))
const problem = (value: unknown) => shape.safeParse(value).error?.issues[0]?.message

test('an object may come as text', () => {
  expect(shape.parse('{"a":[1]}')).toEqual({ a: [1] })
  expect(shape.parse({ a: [1] })).toEqual({ a: [1] })
})

test('what is encoded once more keeps to the limits of a body', () => {
  const deep = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  expect(problem(deep(100))).toBeUndefined()
  expect(problem(deep(101))).toMatch(/nested more than 100 levels/)
  expect(problem(deep(100_000))).toMatch(/nested more than 100 levels/)
  expect(problem(`{"a":[${'0,'.repeat(10_000)}0]}`)).toMatch(/at most 10000 items/)
  expect(problem('{"a":"\\u0000"}')).toMatch(/U\+0000/)
  expect(problem('{"__proto__":1}')).toMatch(/__proto__/)
  expect(problem('{a}')).toMatch(/not valid JSON/)
})
