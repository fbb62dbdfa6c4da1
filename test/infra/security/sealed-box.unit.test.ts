import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { nonceBytes, open, seal, UnreadableSecret } from '../../../infra/security/sealed-box.ts'

const key = randomBytes(32)

test('opens in its own place under its own key only', () => {
  const box = seal(key, 'Grüße', 'here')
  expect(open(key, box, 'here').toString()).toBe('Grüße')
  expect(() => open(key, box, 'there')).toThrow(UnreadableSecret)
  expect(() => open(randomBytes(32), box, 'here')).toThrow(UnreadableSecret)
})

test('never uses a nonce twice', () => {
  const nonces = Array.from({ length: 10_000 }, () => seal(key, 'x', '').nonce)
  expect(new Set(nonces.map((nonce) => nonce.toString('hex'))).size).toBe(10_000)
  expect(nonces[0]).toHaveLength(nonceBytes)
})

test('notices each flipped bit and each cut', () => {
  const { nonce, ciphertext } = seal(key, 'secret', '')
  for (let place = 0; place < ciphertext.length; place += 1) {
    const changed = Buffer.from(ciphertext)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => open(key, { nonce, ciphertext: changed }, '')).toThrow(UnreadableSecret)
    const cut = ciphertext.subarray(0, place)
    expect(() => open(key, { nonce, ciphertext: cut }, '')).toThrow(UnreadableSecret)
  }
})
