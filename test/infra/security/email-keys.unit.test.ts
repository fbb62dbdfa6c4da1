import { expect, test } from '@jest/globals'
import { emailKeys } from '../../../infra/security/email-keys.ts'
import { someKeys } from '../../support/some-keys.ts'

test('an address has one name per key, and the name says nothing', () => {
  const [keys, others] = [someKeys(), someKeys()]
  const name = emailKeys(keys).of('ada@example.org')
  expect(name).toMatch(/^[0-9a-f]{64}$/)
  expect(emailKeys(keys).of('ada@example.org')).toBe(name)
  expect(emailKeys(keys).of('adа@example.org')).not.toBe(name) // A Cyrillic а.
  expect(emailKeys(others).of('ada@example.org')).not.toBe(name)
})
