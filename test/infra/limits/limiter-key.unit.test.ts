import { expect, test } from '@jest/globals'
import { limiterKeys, rememberedKeys } from '../../../infra/limits/limiter-key.ts'

test('a key says nothing of what it counts and depends on every part', () => {
  const keyOf = limiterKeys(Buffer.from('secret'))
  expect(keyOf('login', 'a', 'b')).not.toBe(keyOf('login', 'ab'))
  expect(keyOf('login', 'a', 'b')).toBe(keyOf('login', 'a', 'b'))
  expect(keyOf('address', '192.0.2.1')).not.toContain('192')
})

test('a key is computed once for whoever keeps coming back, and stays right whoever else comes', () => {
  let computed = 0
  const keyOf = rememberedKeys((text) => {
    computed += 1
    return `key of ${text}`
  })
  expect([keyOf('a'), keyOf('a')]).toEqual(['key of a', 'key of a'])
  expect(computed).toBe(1)
  for (let n = 0; n < 25_000; n += 1) keyOf(`address ${n}`)
  expect(keyOf('a')).toBe('key of a')
})
