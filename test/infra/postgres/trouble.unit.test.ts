import { describe, expect, test } from '@jest/globals'
import { isConnectionLost, unavailable } from '../../../infra/postgres/trouble.ts'

const failure = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

describe('this process can open nothing more', () => {
  test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL'])('%s passes', (code) => {
    expect(unavailable(failure(code))).toMatchObject({ kind: 'unavailable' })
    // Nothing was sent, but nothing is won by trying at once either.
    expect(isConnectionLost(failure(code))).toBe(false)
  })
})

test.each(['28P01', '28000'])('a login that is refused (%s) is given back', (code) => {
  expect(unavailable(failure(code))).toMatchObject({
    kind: 'unavailable',
    extras: { retryAfter: 1 },
  })
  expect(isConnectionLost(failure(code))).toBe(false)
})

test.each(['57P05', '25P03'])(
  'a session the server gave up for its silence is lost: %s',
  (code) => {
    expect(isConnectionLost(failure(code))).toBe(true)
  },
)

test('what does not pass by itself is nothing of the kind', () => {
  expect(unavailable(failure('EACCES'))).toBeUndefined()
  expect(unavailable(new TypeError('a bug'))).toBeUndefined()
})
