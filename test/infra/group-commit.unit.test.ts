import { expect, test } from '@jest/globals'
import { groupCommit } from '../../infra/group-commit.ts'

test('what comes while a write is under way is written together, in order', async () => {
  const writes: (readonly number[])[] = []
  const { add, settled } = groupCommit<number>(async (items) => {
    writes.push(items)
    await Promise.resolve()
  })
  const first = [1, 2].map(add)
  await Promise.resolve()
  await Promise.resolve()
  const later = [3, 4, 5].map(add)
  await Promise.all([...first, ...later])
  await settled()
  expect(writes).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('a write that fails fails for its own items only', async () => {
  const { add, settled } = groupCommit<string>(async ([item]) => {
    if (item === 'bad') throw new Error('no')
  })
  const bad = add('bad')
  await expect(bad).rejects.toThrow('no')
  await expect(add('good')).resolves.toBeUndefined()
  await settled()
})

test('too much waiting is refused rather than kept', async () => {
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { add } = groupCommit<number>(() => gate)
  const added = Array.from({ length: 10_001 }, (_, index) => add(index))
  await expect(added.at(-1)).rejects.toThrow('Too much')
  open()
  await Promise.all(added.slice(0, -1))
})
