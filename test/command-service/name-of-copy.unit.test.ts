import { expect, test } from '@jest/globals'
import { nameOfCopy } from '../../command-service/name-of-copy.ts'
import { name } from '../../shared/contract/common.ts'

test.each([
  ['Sales', 'Copy of Sales'],
  ['x'.repeat(254), `Copy of ${'x'.repeat(246)}`],
  [`${'x'.repeat(244)}\u{1F600}${'x'.repeat(8)}`, `Copy of ${'x'.repeat(244)}\u{1F600}`],
  [`${'x'.repeat(245)}\u{1F600}${'x'.repeat(7)}`, `Copy of ${'x'.repeat(245)}`],
])('the copy of %s has a name that can be stored', (original, expected) => {
  const copy = nameOfCopy(original)
  expect([copy, name().safeParse(copy).success, copy.isWellFormed()]).toEqual([
    expected,
    true,
    true,
  ])
})
