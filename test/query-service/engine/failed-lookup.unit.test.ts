import { expect, test } from '@jest/globals'
import { failedLookup } from '../../../query-service/engine/failed-lookup.ts'
import type { QueryErrorType } from '../../../shared/ports/engine-driver.ts'

test.each<[QueryErrorType, string]>([
  ['db', 'validation'],
  ['unsupported-feature', 'validation'],
  ['missing-required-parameter', 'validation'],
  ['timed-out', 'unavailable'],
  ['connection', 'unavailable'],
])('a lookup that failed by %s is refused as %s', (errorType, kind) => {
  expect(failedLookup(errorType, 'It did not work.')).toMatchObject({
    kind,
    message: 'It did not work.',
  })
})
