import { expect, test } from '@jest/globals'
import { randomFrom } from './random.ts'

const draws = (seed: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: 20 }, () => random.between(1, 100))
}

test('the same seed draws the same, another one something else', () => {
  expect(draws(7)).toEqual(draws(7))
  expect(draws(7)).not.toEqual(draws(8))
})

test('what one draws does not change what another one of its name draws', () => {
  const [one, two] = [randomFrom(7), randomFrom(7)]
  for (let n = 0; n < 5; n += 1) one.next()
  expect(one.fork('writer 1').next()).toBe(two.fork('writer 1').next())
  expect(one.fork('writer 1').next()).not.toBe(two.fork('writer 2').next())
})

test('everything is drawn, in its bounds and about as often as it weighs', () => {
  const random = randomFrom(1)
  const among = [
    { name: 'often', weight: 9 },
    { name: 'rarely', weight: 1 },
    { name: 'never', weight: 0 },
  ]
  const counts = new Map<string, number>()
  for (let n = 0; n < 2_000; n += 1) {
    const { name } = random.weighted(among)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  expect(counts.get('often')).toBeGreaterThan(1_700)
  expect(counts.get('rarely')).toBeGreaterThan(100)
  expect(counts.has('never')).toBe(false)
  const numbers = Array.from({ length: 500 }, () => random.between(1, 3))
  expect(new Set(numbers)).toEqual(new Set([1, 2, 3]))
  expect(() => random.pick([])).toThrow('nothing to pick')
})
