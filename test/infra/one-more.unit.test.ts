import { expect, test } from '@jest/globals'
import { oneMore } from '../../infra/one-more.ts'

test('however many ask, one is under way and one more; each sees what is true after they asked', async () => {
  let runs = 0
  let atOnce = 0
  let truth = 0
  const ask = oneMore(async () => {
    runs += 1
    atOnce += 1
    expect(atOnce).toBe(1)
    const seen = truth
    await new Promise(setImmediate)
    atOnce -= 1
    return seen
  })
  const first = ask()
  await Promise.resolve()
  truth = 1
  const others = Array.from({ length: 100 }, () => ask())
  expect(await first).toBe(0)
  expect(new Set(await Promise.all(others))).toEqual(new Set([1]))
  expect(runs).toBe(2)
  truth = 2
  expect(await ask()).toBe(2)
})

test('a failure is of those who asked for it; the next one begins anew', async () => {
  let fails = true
  const ask = oneMore(async () => {
    await new Promise(setImmediate)
    if (fails) throw new Error('away')
    return 'there'
  })
  const first = ask()
  await Promise.resolve()
  const second = ask()
  await expect(first).rejects.toThrow('away')
  fails = false
  expect(await second).toBe('there')
})
