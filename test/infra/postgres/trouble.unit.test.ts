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

test('what does not pass by itself is nothing of the kind', () => {
  expect(unavailable(failure('EACCES'))).toBeUndefined()
  expect(unavailable(new TypeError('a bug'))).toBeUndefined()
})
