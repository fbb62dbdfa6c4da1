import { expect, test } from '@jest/globals'
import { logPlace } from '../../infra/logger.ts'

test('the log of the whole service leaves its screen alone, wherever the data is', () => {
  expect(logPlace({ role: 'all' }, true)).toBe('file')
  expect(logPlace({ role: 'all' }, false)).toBe('stderr')
  for (const isWatched of [true, false])
    expect(logPlace({ role: 'query' }, isWatched)).toBe('stdout')
})
