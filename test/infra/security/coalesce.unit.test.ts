import { expect, test } from '@jest/globals'
import { coalesce } from '../../../infra/security/coalesce.ts'

/** A loader that answers when told to, and remembers what it was asked. */
const heldLoader = () => {
  const asked: string[][] = []
  const release: (() => void)[] = []
  const load = async (keys: readonly string[]) => {
    asked.push([...keys])
    await new Promise<void>((resolve) => release.push(resolve))
    return new Map(keys.map((key) => [key, `${key} in look-up ${asked.length}`]))
  }
  return { asked, load, answer: () => release.shift()?.() }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('look-ups of one moment are one, and those that come later share the next', async () => {
  const { asked, load, answer } = heldLoader()
  const find = coalesce(load)
  const first = [find('a'), find('b'), find('a')]
  await turn()
  const late = [find('a'), find('c')]
  await turn()
  expect(asked).toEqual([['a', 'b']])
  answer()
  expect(await Promise.all(first)).toEqual(['a', 'b', 'a'].map((key) => `${key} in look-up 1`))
  await turn()
  expect(asked).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ])
  answer()
  expect(await Promise.all(late)).toEqual(['a in look-up 2', 'c in look-up 2'])
})

test('a look-up that fails fails for those who shared it, and the next one runs', async () => {
  let attempt = 0
  const find = coalesce(async (keys) => {
    attempt += 1
    if (attempt === 1) throw new Error('away')
    return new Map(keys.map((key) => [key, attempt]))
  })
  await expect(Promise.all([find('a'), find('b')])).rejects.toThrow('away')
  expect(await find('a')).toBe(2)
})

test('what nobody knows is undefined', async () => {
  expect(await coalesce(async () => new Map())('a')).toBeUndefined()
})
